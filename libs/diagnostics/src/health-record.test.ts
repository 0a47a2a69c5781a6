import { describe, expect, it } from '@jest/globals';

import { BAD, GOOD } from '../test/health-reports.js';
import { problemsIn } from './health-problems.js';
import { healthRecord } from './health-record.js';

describe('healthRecord', () => {
  it('says what is wrong and how sure the facts are, and leaves the facts', () => {
    const record = healthRecord(BAD);
    expect(record).toMatchObject(BAD);
    expect(record.problems).toEqual(problemsIn(BAD));
    expect(record.standings).toEqual({
      ...{ configuration: 'observed', dataRoot: 'observed', priceList: 'unknown' },
      backends: {
        codex: { executable: 'observed', version: 'observed', evidence: 'verified' },
        agy: { executable: 'observed', version: 'unknown', evidence: 'unknown' },
        claude: { executable: 'observed', version: 'observed', evidence: 'verified' },
      },
    });
  });

  it('takes for verified only what was compared', () => {
    expect(healthRecord(GOOD).standings).toMatchObject({
      priceList: 'observed',
      backends: {
        agy: { evidence: 'observed' },
        claude: { executable: 'unknown', version: 'unknown', evidence: 'unknown' },
      },
    });
    const nowhere = healthRecord({ ...GOOD, configuration: {}, dataRoot: { state: 'unknown' } });
    expect(nowhere.standings).toMatchObject({ configuration: 'unknown', dataRoot: 'unknown' });
  });
});
