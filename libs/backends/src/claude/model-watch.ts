import { CoAgentError } from '@coagent8/contracts';

import type { BackendTurn } from '../backend.js';

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
        requireModel({ model, ...(askedModel === undefined ? {} : { askedModel }) });
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
/** What the model server leaves out or adds: the size of the window, a version of a cloud's, the date of the snapshot. */
const SUFFIX = /\[[^\]]*\]$|-v\d+(?::\d+)?$|[-@]\d{8}$/;

/**
 * The part of a model's name that all its spellings share: Claude Code asks for `name[1m]`, and the model server calls it
 * `name-20260131` (2.1.248 to 2.1.332). For comparison alone.
 */
export function baseOf(name: string): string {
  let base = name.toLowerCase().replace(PREFIX, '').replaceAll('.', '-');
  while (SUFFIX.test(base)) base = base.replace(SUFFIX, '');
  return base;
}
