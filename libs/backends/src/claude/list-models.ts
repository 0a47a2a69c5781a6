import type { ModelCatalog } from '@coagent8/models';

import type { ExamineRequest } from '../backend.js';
import { askProcess } from './ask-process.js';
import type { AskDoors } from './ask-process.js';
import type { Connection } from './connection.js';
import { MODEL_DEFAULT } from './launch.js';
import { catalogOf } from './model-rows.js';
import { QUESTIONS } from './replies.js';
import { tellKeyHelper } from './start-session.js';
import type { SessionOptions } from './start-session.js';

/**
 * Asks Claude Code which names it takes and what they stand for, and what it runs where none is named. It answers a
 * stranger, too: which model is the default depends on the kind of the account (2.1.248 to 2.1.332).
 *
 * @throws CoAgentError as {@link askProcess}.
 */
export async function listClaudeModels(doors: AskDoors, request: ExamineRequest): Promise<ModelCatalog> {
  return (await askProcess(doors, request, list)).answer;
}

async function list(connection: Connection, start: SessionOptions): Promise<ModelCatalog> {
  await tellKeyHelper(connection, start);
  const [{ models }, { applied }] = await Promise.all([
    connection.request({ subtype: 'initialize' }, QUESTIONS.initialize),
    connection.request({ subtype: 'get_settings' }, QUESTIONS.get_settings),
  ]);
  const isChosen = start.model !== MODEL_DEFAULT;
  return catalogOf({ models: models ?? [], applied: applied ?? {}, isChosen });
}
