import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runApplication } from '../src/application.js';
import { createScriptedWorld } from './scripted-world.js';
import type { Script } from './scripted-world.js';

/** A data root of its own, and the command line on it. */
export function createTemporaryData() {
  const folder = mkdtempSync(join(tmpdir(), 'coagent8-cli-'));
  const file = join(folder, 'config.json');
  return {
    file,
    read: (): unknown => JSON.parse(readFileSync(file, 'utf8')),
    readText: () => readFileSync(file, 'utf8'),
    isThere: () => existsSync(file),
    write: (content: string | Uint8Array | object) => {
      const isData = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(file, isData ? content : JSON.stringify(content));
    },
    makeFolderOfFile: () => mkdirSync(file),
    /** Runs the command line as it is typed. */
    run: async (args: readonly string[], script: Script = {}) => {
      const variables = { COAGENT8_DIR: folder, ...script.variables };
      const { world, written, timesComposed } = createScriptedWorld({ ...script, variables });
      const exitCode = await runApplication(args, world, '1.2.3');
      return { exitCode, stdout: written.stdout, stderr: written.stderr, composed: timesComposed() };
    },
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
