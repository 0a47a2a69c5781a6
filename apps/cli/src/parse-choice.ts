import { notAChoice } from './errors.js';

/** A parser that takes one of `choices` and throws `INPUT_LIMIT` naming them all for anything else. */
export function parseChoice<Choice extends string>(choices: readonly Choice[]): (input: string) => Choice {
  return (input) => {
    const choice = choices.find((candidate) => candidate === input);
    if (choice === undefined) throw notAChoice(input, choices);
    return choice;
  };
}
