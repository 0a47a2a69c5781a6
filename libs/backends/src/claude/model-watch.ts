import { CoAgentError } from '@coagent8/contracts';

import type { BackendTurn } from '../backend.js';
import { requireLater } from '../require-later.js';

/** What takes the model of a turn as it is told. */
export interface ModelWatch {
  /**
   * Has `model` judged, unless it is but another spelling of the one that was judged last.
   *
   * @returns Why it may not run.
   */
  readonly judge: (model: string) => CoAgentError | undefined;
}

/**
 * Watches which model answers.
 *
 * @param options - `askedModel`: what the settings had made of the model that was asked for; it has been judged.
 * `requireModel`: as a turn has it.
 */
export function createModelWatch({
  askedModel,
  requireModel = () => undefined,
}: {
  readonly askedModel: string | undefined;
  readonly requireModel?: BackendTurn['requireModel'];
}): ModelWatch {
  let judged = askedModel;
  return {
    judge: (model) => {
      if (judged !== undefined && baseOf(model) === baseOf(judged)) return undefined;
      judged = model;
      try {
        requireLater(requireModel, { model, ...(askedModel === undefined ? {} : { askedModel }) });
        return undefined;
      } catch (error) {
        if (CoAgentError.is(error)) return error;
        throw error;
      }
    },
  };
}

/** A provider or a region before the name: `vendor/`, `us.anthropic.`. */
const PREFIX = /^.*\/|^(?:[a-z-]+\.)?anthropic\./;
const CLOUD = /(?:^|[./])anthropic\./i;
/** What the model server leaves out or adds: the size of the window, a revision of a cloud's, the date of the snapshot. */
const SUFFIX = /\[[^\]]*\]$|-v\d+:\d+$|[-@]20\d{6}$/;
/** Where a cloud's prefix stands before it, a version is the cloud's also without a revision. Else models are called so. */
const CLOUD_SUFFIX = /-v\d+$/;

/**
 * The part of a model's name that all its spellings share: Claude Code asks for `name[1m]`, and the model server calls it
 * `name-20260131` (2.1.248 to 2.1.332). For comparison alone.
 */
export function baseOf(name: string): string {
  const isOfCloud = CLOUD.test(name);
  let base = name.toLowerCase().replace(PREFIX, '').replaceAll('.', '-');
  for (let whole = ''; whole !== base;) {
    whole = base;
    base = base.replace(SUFFIX, '');
    if (isOfCloud) base = base.replace(CLOUD_SUFFIX, '');
  }
  return base;
}
