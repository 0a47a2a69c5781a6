import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import type { ReportedModel } from '../backend.js';
import { baseOf, createModelWatch } from './model-watch.js';

const refusal = new CoAgentError('POLICY_DENIED', 'denied');

function watch(askedModel: string | undefined, denied: readonly string[] = []) {
  const told: ReportedModel[] = [];
  const { judge } = createModelWatch({
    askedModel,
    requireModel: (reported) => {
      told.push(reported);
      if (denied.includes(reported.model)) throw refusal;
    },
  });
  return { told, judge };
}

describe('the watch over the model', () => {
  it('has each other model judged, and tells why it may not run', () => {
    const { told, judge } = watch('big-model-5', ['dear-model']);
    const heard = ['big-model-5', 'small-model', 'small-model', 'dear-model', 'big-model-5'].map(judge);
    expect(heard).toEqual([undefined, undefined, undefined, refusal, undefined]);
    expect(told).toEqual(
      ['small-model', 'dear-model', 'big-model-5'].map((model) => ({ model, askedModel: 'big-model-5' })),
    );
  });

  it('is not led astray by how the model server spells it', () => {
    const { told, judge } = watch('us.anthropic.big-model-5-20260131-v1:0');
    for (const model of ['big-model-5', 'big-model-5[1m]', 'vendor/big-model-5@20260131', 'Big-Model.5'])
      expect(judge(model)).toBeUndefined();
    expect(told).toEqual([]);
  });

  it("takes a version behind the prefix of a cloud for the cloud's", () => {
    const { told, judge } = watch('eu.anthropic.big-model-5-v1');
    for (const model of ['big-model-5', 'anthropic.big-model-5-v2:0[1m]'])
      expect(judge(model)).toBeUndefined();
    expect(told).toEqual([]);
  });

  it('judges the first where nobody knows what was asked for, and lets a fault through', () => {
    const { told, judge } = watch(undefined);
    judge('any');
    expect(told).toEqual([{ model: 'any' }]);
    const fault = () => {
      throw new TypeError('a fault');
    };
    expect(() => createModelWatch({ askedModel: 'a', requireModel: fault }).judge('b')).toThrow('a fault');
  });
});

it.each([
  ['big-model-5', 'big-model-5-1'],
  ['big-model-5', 'big-model-5-fast'],
  ['big-model-5', 'big-model'],
  ['arn:a:b:c/d', 'big-model-5'],
  ['big-model-v5', 'big-model-v9'],
  ['vendor/big-model-v5', 'big-model'],
  ['big-model-10000000', 'big-model'],
])('%s is not %s', (one, other) => expect(baseOf(one)).not.toBe(baseOf(other)));
