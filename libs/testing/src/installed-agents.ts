import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const AGENTS = fileURLToPath(new URL('../../../e2e/agents/', import.meta.url));

/**
 * Path of the native `claude` binary that is tested: the one that `COAGENT8_E2E_CLAUDE` names, else the one that
 * `e2e/agents` pins. Its package holds the same program a second time, put there by an install script; this one needs
 * none.
 *
 * @param folder - Where the agents are installed: then the binary in it, whatever the variable says.
 * @throws Error naming the command that installs it, where it is not installed.
 */
export function claudeBinary(folder?: string): string {
  return (folder === undefined && process.env['COAGENT8_E2E_CLAUDE']) || installedClaude(folder ?? AGENTS);
}

/**
 * Path of the native `codex` binary that is tested: the one that `COAGENT8_E2E_CODEX` names, else the one that
 * `e2e/agents` pins. It is the binary itself, not the Node wrapper, which would leave it alive when killed (measured
 * with Codex 0.171).
 *
 * @param folder - Where the agents are installed: then the binary in it, whatever the variable says.
 * @throws Error naming the command that installs it, where it is not installed.
 */
export function codexBinary(folder?: string): string {
  return (folder === undefined && process.env['COAGENT8_E2E_CODEX']) || installedCodex(folder ?? AGENTS);
}

function installedClaude(folder: string): string {
  const platform = `claude-code-${process.platform}-${process.arch}`;
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const path = join(folder, 'node_modules', '@anthropic-ai', platform, name);
  if (existsSync(path)) return path;
  throw new Error('the claude binary is not installed: run `npm ci --prefix e2e/agents`');
}

function installedCodex(folder: string): string {
  const platform = `codex-${process.platform}-${process.arch}`;
  const vendor = join(folder, 'node_modules', '@openai', platform, 'vendor');
  const name = process.platform === 'win32' ? 'codex.exe' : 'codex';
  const found = (existsSync(vendor) ? readdirSync(vendor) : [])
    .map((triple) => join(vendor, triple, 'bin', name))
    .find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error('the codex binary is not installed: run `npm ci --prefix e2e/agents`');
}
