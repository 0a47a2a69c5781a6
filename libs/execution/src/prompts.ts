import type { ConsultRequest, TaskType } from '@coagent8/contracts';

const TASKS: Record<TaskType, string> = {
  architecture: 'Judge the architecture: structure, boundaries, risks, and what you would do differently.',
  debug: 'Find the cause: name the evidence in the code, then the smallest change that would fix it.',
  implementation:
    'Judge how this should be implemented: name the files, the steps and the pitfalls. Change nothing.',
};

/** What goes into the prompt of a consultation. */
export interface ConsultPrompt {
  readonly request: Pick<ConsultRequest, 'proposal' | 'taskType' | 'specificQuestions'>;
  /** Workspace-relative names, checked. They are named to the agent, which reads them itself. */
  readonly contextFiles: readonly string[];
  /** What this agent has to be told beside that. */
  readonly note?: string | undefined;
}

/**
 * The prompt of a consultation. Our own words come first: a proposal that looks like a slash command or a flag is then
 * only text. It is passed on unaltered, but for halves of characters, which no agent can read as JSON.
 */
export function consultPrompt({ request, contextFiles, note }: ConsultPrompt): string {
  const questions = request.specificQuestions ?? [];
  return [
    'You are asked for an independent second opinion on the proposal below.',
    'You can read this workspace; you cannot change files, and nobody answers questions while you work. ' +
      'Check claims against the code where that matters, say plainly where you disagree, and name the files your judgement rests on.',
    ...(note === undefined ? [] : [note]),
    ...(request.taskType === undefined ? [] : [TASKS[request.taskType]]),
    ...(contextFiles.length === 0 ? [] : [list('Read these files of the workspace first:', contextFiles)]),
    `# Proposal\n\n${request.proposal}`,
    ...(questions.length === 0 ? [] : [list('# Questions to answer\n', questions)]),
  ]
    .join('\n\n')
    .toWellFormed();
}

function list(title: string, entries: readonly string[]): string {
  return [title, ...entries.map((entry) => `- ${entry}`)].join('\n');
}
