/** What tells the help of an agent from the output of a program that is broken, or is another one. */
export interface HelpMarks {
  /** How it begins. */
  readonly heading: RegExp;
  /** Flags that a version that is not too old has. */
  readonly needed: readonly string[];
}

/** Whether a text is the help of the agent. One of its flags may be in anything, most of them are not. Pure. */
export function isHelp(text: string, flags: ReadonlySet<string>, { heading, needed }: HelpMarks): boolean {
  return heading.test(text) || needed.filter((flag) => flags.has(flag)).length * 2 > needed.length;
}
