import type { ExamineRequest } from '../backend.js';
import { askClaude } from './ask-claude.js';
import type { AskDoors } from './ask-claude.js';
import { QUESTIONS } from './replies.js';

/**
 * Asks Claude Code what `model` stands for. A name that it does not know stands for itself: whether there is such a model
 * is known only to a turn (2.1.248 to 2.1.332).
 *
 * @throws CoAgentError as {@link askClaude}.
 */
export async function resolveClaudeModel(
  doors: AskDoors,
  request: ExamineRequest & { readonly model: string },
): Promise<string> {
  const { answer } = await askClaude(doors, request, (connection) =>
    connection.request({ subtype: 'get_settings' }, QUESTIONS.get_settings),
  );
  return answer.applied?.model || request.model;
}
