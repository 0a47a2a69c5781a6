import { isAbsolute, join } from 'node:path';

import type { BackendId } from '@coagent8/contracts';

import type { Executable, LocateRequest } from '../backend.js';
import { cliNotFound, namedCliMissing } from '../errors.js';
import { findInSource, SEARCHED_SOURCES } from './installations.js';
import { nativeBinary } from './native-binary.js';
import { AGENTS, EDITOR_FOLDERS, officialPlaces } from './places.js';
import { whyUnusable } from './usable.js';

/** The editors that are looked into, as people write their folders. */
const EDITORS = EDITOR_FOLDERS.map((folder) => `~/${folder}`).join(', ');

/** The configured value that means the copy inside the vendor's editor extension. */
export const VSCODE_EXTENSION = 'vscode-extension';

/**
 * Finds an agent's executable: what its variable names, what the configuration names, `PATH`, the vendor's extension,
 * then the folders of installers and package managers. Starts nothing.
 *
 * @throws CoAgentError `CLI_NOT_FOUND`: nothing was found, and what was tried; or something was named that is not
 * there, for which another is never taken silently.
 */
export async function locateExecutable(id: BackendId, request: LocateRequest): Promise<Executable> {
  const { environment, configuredExecutable: configured } = request;
  const { variable } = AGENTS[id];
  const setting = `backends.${id}.executable`;
  const named = environment.variables[variable];
  if (named) return locateNamed(id, { setting: variable, value: named, source: 'environment' }, request);
  if (configured === VSCODE_EXTENSION) {
    const [copy] = await findInSource(id, 'extension', request);
    if (copy) return copy;
    const reason = `has no copy for this system in ${EDITORS}`;
    throw namedCliMissing(id, { setting, value: configured, reason });
  }
  if (configured) return locateNamed(id, { setting, value: configured, source: 'configuration' }, request);
  for (const source of SEARCHED_SOURCES) {
    const [first] = await findInSource(id, source, request);
    if (first) return first;
  }
  throw cliNotFound(id, { variable, tried: placesTried(id, setting, request) });
}

async function locateNamed(
  id: BackendId,
  { setting, value, source }: { setting: string; value: string; source: Executable['source'] },
  { environment }: LocateRequest,
): Promise<Executable> {
  const path = /^~[\\/]/.test(value) ? join(environment.homeDirectory, value.slice(2)) : value;
  const reason = isAbsolute(path) ? await whyUnusable(path) : 'is neither absolute nor below ~/';
  if (reason !== undefined) throw namedCliMissing(id, { setting, value, reason });
  return { path: await nativeBinary(id, path, environment.platform), source };
}

function placesTried(
  id: BackendId,
  setting: string,
  { environment: { platform }, workspacePath }: LocateRequest,
): string[] {
  const { variable, command, extension } = AGENTS[id];
  return [
    `${variable} (not set)`,
    `${setting} (not set)`,
    `${command} on PATH${workspacePath === undefined ? '' : ' outside of the repository'}`,
    ...(extension ? [`the extension ${extension.id} in ${EDITORS}`] : []),
    `the folders of ${officialPlaces(AGENTS[id], platform)}`,
  ];
}
