import { enableCompileCache, flushCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { isatty } from 'node:tty';

import { readLocations } from '@coagent8/config/locations';

import { EXIT_UNEXPECTED, EXIT_USAGE } from './exit-codes.js';
import { complaintAbout } from './node-floor.js';

const FLUSH_AFTER_MS = 300;

const complaint = complaintAbout(process.versions.node) ?? complaintAboutFolder();
if (complaint === undefined) launch();
else refuse(complaint);

/** What to tell the user of a shell whose folder was deleted: neither bundle can work there. */
function complaintAboutFolder(): string | undefined {
  try {
    process.cwd();
    return undefined;
  } catch {
    return 'coagent8 was started in a folder that does not exist any more; change to another one';
  }
}

function refuse(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = EXIT_USAGE;
}

/** No argument is the MCP server, anything else the command line. Either bundle runs by being loaded. */
function launch(): void {
  keepCompiledCode();
  if (process.argv.length > 2) {
    import('./cli/main.cjs').catch(failToLoad);
    return;
  }
  if (isatty(0))
    process.stderr.write(
      'coagent8: MCP server on standard input; for the command line see coagent8 --help\n',
    );
  import('./server/main.cjs').catch(failToLoad);
}

function failToLoad(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`PROCESS_ERROR: coagent8 cannot be loaded (${reason}); install it again\n`);
  process.exitCode = EXIT_UNEXPECTED;
}

/**
 * Keeps compiled code in the data root, for the user alone, so that the next start compiles nothing. Best effort.
 * Node 24.21 makes the folder with the process's mask, and spins for ever on a folder below /proc.
 */
function keepCompiledCode(): void {
  try {
    const locations = readLocations({
      variables: process.env,
      platform: process.platform,
      homeDirectory: homedir(),
      workingDirectory: process.cwd(),
    });
    if ('variable' in locations || locations.compileCacheDirectory.startsWith('/proc/')) return;
    const mask = process.umask(0o077);
    enableCompileCache(locations.compileCacheDirectory);
    process.umask(mask);
    setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
  } catch {
    return;
  }
}
