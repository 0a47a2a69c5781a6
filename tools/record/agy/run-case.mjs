import { createAgyWorld, createTempWorkspace } from '@coagent8/testing';

import { AGY_VARIABLES, promptLine, turnArguments } from '../../../libs/backends/dist/agy/launch.js';
import { startAgent } from '../start-agent.mjs';

/**
 * Runs one case against the stand-in for agy: our arguments, one prompt.
 *
 * @returns What it sent, in order, with its end behind it, and what a transcript has to have replaced.
 */
export async function runCase(entry) {
  const { before, settings, first, scenario, argument } = entry;
  const world = await createAgyWorld({ scenario: before, settings });
  const workspace = await createTempWorkspace({ files: { 'a.txt': 'one\ntwo\n' } });
  try {
    const earlier = first && (await play(`SCENARIO=${first}`, undefined));
    const conversationId = earlier?.agent.messages[0].conversation_id;
    const marker = argument === undefined ? '' : ` ARG=${JSON.stringify(argument)}`;
    const { agent, code } = await play(`A question. SCENARIO=${scenario}${marker}`, conversationId);
    const stderr = agent.stderr();
    return {
      messages: [...agent.messages, ...(code === 0 && stderr === '' ? [] : [{ exit: { code, stderr } }])],
      paths: { [workspace.path]: '/workspace', [world.home]: '/home/user' },
    };
  } finally {
    await workspace.remove();
    await world.remove();
  }

  async function play(prompt, conversationId) {
    const agent = startAgent({
      binary: world.binary,
      args: turnArguments({ workspacePath: workspace.path, conversationId }),
      variables: { ...world.variables, ...AGY_VARIABLES },
      cwd: workspace.path,
    });
    agent.write(JSON.parse(promptLine(prompt)));
    if (entry.isInterrupted) {
      await agent.message(({ step_update: step }) => step?.text_delta !== undefined, 'first words');
      agent.kill('SIGTERM');
    }
    const { code } = await agent.close();
    return { agent, code };
  }
}
