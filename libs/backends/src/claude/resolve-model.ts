import type { ExamineRequest } from '../backend.js';
import { askProcess } from './ask-process.js';
import type { AskDoors } from './ask-process.js';
import { QUESTIONS } from './replies.js';

/**
 * Asks Claude Code what `model` stands for. A name that it does not know stands for itself: whether there is such a model
 * is known only to a turn (2.1.248 to 2.1.332).
 *
 * @throws CoAgentError as {@link askProcess}.
 */
export async function resolveClaudeModel(
  doors: AskDoors,
  request: ExamineRequest & { readonly model: string },
): Promise<string> {
  const { answer } = await askProcess(doors, request, (connection) =>
    connection.request({ subtype: 'get_settings' }, QUESTIONS.get_settings),
  );
  return answer.applied?.model || request.model;
}
