/**
 * The model's part in a case: what it plays, how it is asked, and what it was told.
 *
 * @param entry - A row of a table of cases.
 */
export function modelPart({ name, scenario, prompt, toolSaid }) {
  const isNamed = typeof scenario === 'string';
  let told = '';
  return {
    /** What the model server plays where the prompt names no scenario. */
    scenario: isNamed
      ? 'answer'
      : (turn, attempt) => {
          told = turn.toolOutputs.at(-1) ?? told;
          return scenario(turn, attempt);
        },
    prompt: prompt ?? (isNamed ? `A question. SCENARIO=${scenario}` : 'A question.'),
    /** A refusal that was none must not be recorded as one. */
    requireTold: () => {
      if (toolSaid && !told.includes(toolSaid))
        throw new Error(`${name}: the model was told ${JSON.stringify(told)}, not ${JSON.stringify(toolSaid)}`);
    },
  };
}
