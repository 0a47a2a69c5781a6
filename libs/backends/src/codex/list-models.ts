import type { ModelCatalog } from '@coagent8/models';
import type { spawnOwned } from '@coagent8/runtime';
import { z } from 'zod';

import type { ExamineRequest } from '../backend.js';
import { requireNotAborted } from '../wait.js';
import { askServer } from './ask-server.js';
import { catalogOf } from './catalog.js';
import { codexCommand } from './command.js';
import type { Connection } from './connection.js';
import { introduce } from './introduce.js';
import { configParams, modelParams } from './launch.js';
import { configReply } from './protocol.js';

/** Asks an app-server what it offers. No thread is started. */
export async function listCodexModels(
  { spawn }: { readonly spawn: typeof spawnOwned },
  request: ExamineRequest,
): Promise<ModelCatalog> {
  const { signal, workspacePath } = request;
  requireNotAborted(signal);
  const command = await codexCommand(request);
  return (await askServer(spawn, { command, signal }, ask)).answer;

  async function ask(connection: Connection): Promise<ModelCatalog> {
    await introduce(connection);
    const { config } = await connection.request('config/read', configParams(workspacePath), configReply);
    return catalogOf(config, await connection.list('model/list', modelParams(), z.unknown()));
  }
}
