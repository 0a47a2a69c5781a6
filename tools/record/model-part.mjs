/**
 * @typedef {object} ModelCase
 * @property {string} name
 * @property {string | import('@coagent8/testing').Scenario} scenario - A name, or what is played.
 * @property {string} [prompt] - Default: a question that names the scenario.
 * @property {string} [toolSaid] - What the model must have been told at last.
 */

/**
 * The model's part in a case: what it plays, how it is asked, and what it was told.
 *
 * @param {ModelCase} entry
 */
export function modelPart({ name, scenario, prompt, toolSaid }) {
  let told = '';
  /**
   * @param {import('@coagent8/testing').Scenario} scripted
   * @returns {import('@coagent8/testing').Scenario}
   */
  const listening = (scripted) => (turn, attempt) => {
    told = turn.toolOutputs.at(-1) ?? told;
    return scripted(turn, attempt);
  };
  const isNamed = typeof scenario === 'string';
  return {
    /** What the model server plays where the prompt names no scenario. */
    scenario: isNamed ? /** @type {const} */ ('answer') : listening(scenario),
    prompt: prompt ?? (isNamed ? `A question. SCENARIO=${scenario}` : 'A question.'),
    /** A refusal that was none must not be recorded as one. */
    requireTold: () => {
      if (toolSaid && !told.includes(toolSaid))
        throw new Error(
          `${name}: the model was told ${JSON.stringify(told)}, not ${JSON.stringify(toolSaid)}`,
        );
    },
  };
}
