import type { BackendExamination, ExamineRequest } from '../backend.js';
import { withRemains } from '../left-running.js';
import { SIGN_IN } from '../sign-in.js';
import { requireNotAborted } from '../wait.js';
import { agyCommand } from './command.js';
import { gatherProfile } from './gather-profile.js';
import { checkFlags, evidenceOf } from './judge-profile.js';
import type { ProbeCli } from './probe-cli.js';

/** Asks the program for its version and its flags, and looks at the settings. Nothing else can be had without a turn. */
export async function examineAgy(
  { probeCli }: { readonly probeCli: ProbeCli },
  request: ExamineRequest,
): Promise<BackendExamination> {
  requireNotAborted(request.signal);
  const command = await agyCommand(request);
  const { version, remains } = await probeCli(command, request.signal);
  const { checks } = await gatherProfile(command, request);
  const examination: BackendExamination = {
    ...(version === undefined ? {} : { version }),
    evidence: evidenceOf([checkFlags(undefined), ...checks]),
    authentication: {
      state: 'unknown',
      detail: 'agy has no command that tells without asking the network; a turn does',
      remedy: SIGN_IN.agy,
    },
  };
  return withRemains(examination, remains);
}
