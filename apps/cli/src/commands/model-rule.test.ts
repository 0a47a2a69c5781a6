import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createTemporaryData } from '../../test/temporary-data.js';

let data: ReturnType<typeof createTemporaryData>;
beforeEach(() => {
  data = createTemporaryData();
});
afterEach(() => {
  data.remove();
});

const models = (...args: string[]) => data.run(['models', ...args]);
const lists = (models: object) => {
  data.write({ governance: { models } });
};
const stored = () => (data.read() as { governance: { models: unknown } }).governance.models;

describe('models allow, ask, deny, clear', () => {
  it.each(['allow', 'ask', 'deny'])('%s puts a name on its list as it is typed', async (rule) => {
    const { exitCode, stdout, stderr, composed } = await models(rule, 'Swift-4.2');
    expect({ exitCode, stderr, composed }).toEqual({ exitCode: 0, stderr: '', composed: 0 });
    expect(stdout).toBe(`Swift-4.2 is on governance.models.${rule} in ${data.file}\n`);
    expect(data.read()).toEqual({ schemaVersion: 1, governance: { models: { [rule]: ['Swift-4.2'] } } });
  });

  it('takes other spellings off the lists, and says so', async () => {
    lists({ deny: ['swift-4-2', 'swift-4-22'], ask: ['vendor/SWIFT-4.2'], allow: ['x'] });
    const { stdout } = await models('allow', 'swift-4.2');
    expect(stdout).toBe(
      `swift-4.2 is on governance.models.allow in ${data.file}; taken off: swift-4-2 (deny), vendor/SWIFT-4.2 (ask)\n`,
    );
    expect(stored()).toEqual({ deny: ['swift-4-22'], ask: [], allow: ['x', 'swift-4.2'] });
  });

  it('keeps entries for one agent and for all apart, and says which decides first', async () => {
    lists({ deny: ['swift'], ask: ['claude/swift', 'codex/swift-high'], allow: ['codex/swift'] });
    expect((await models('allow', 'codex/Swift')).stdout).toBe(
      `codex/Swift is on governance.models.allow in ${data.file}; taken off: codex/swift (allow)\n` +
        'decides first, where it fits: swift (deny), codex/swift-high (ask)\n',
    );
    expect(stored()).toEqual({
      deny: ['swift'],
      ask: ['claude/swift', 'codex/swift-high'],
      allow: ['codex/Swift'],
    });
  });

  it('names no weaker list', async () => {
    lists({ ask: ['codex/swift'], allow: ['claude/swift'] });
    expect((await models('deny', 'swift')).stdout).toBe(
      `swift is on governance.models.deny in ${data.file}\n`,
    );
    expect((await models('ask', 'swift-2')).stdout).toBe(
      `swift-2 is on governance.models.ask in ${data.file}\n`,
    );
  });

  it('clears all lists, and says what still fits', async () => {
    lists({ deny: ['swift'], ask: ['Swift'], allow: ['codex/swift', 'y'] });
    expect((await models('clear', 'SWIFT')).stdout).toBe(
      `SWIFT is on no list in ${data.file}; taken off: swift (deny), Swift (ask)\n` +
        'still on a list, and may fit: codex/swift (allow)\n',
    );
    expect(stored()).toEqual({ deny: [], ask: [], allow: ['codex/swift', 'y'] });
  });

  it('clears what is on no list without making a file', async () => {
    expect((await models('clear', 'swift')).stdout).toBe(`swift is on no list in ${data.file}\n`);
    expect(data.isThere()).toBe(false);
  });

  it.each(['Opus[1m]', 'a/b/c:free', 'vendor/model@1', `${'n'.repeat(256)}`, "it's;$(x)"])(
    'takes the name %.40s',
    async (name) => {
      expect((await models('deny', name)).exitCode).toBe(0);
      expect(stored()).toEqual({ deny: [name] });
    },
  );

  it.each([
    ['two words', 'model holds white space'],
    ['', 'model is empty'],
    ['codex/', 'model is empty'],
    ['codex/-x', 'model begins with a dash'],
    ['a\u0007b', 'model holds white space or invisible characters'],
    ['n'.repeat(257), 'model is longer than 256 characters'],
    ['n'.repeat(10_000), 'model is longer than 256 characters'],
    ['--flag', 'there is no such option'],
  ])('does not take %.40j', async (name, message) => {
    for (const command of ['allow', 'ask', 'deny', 'clear']) {
      const { exitCode, stdout, stderr } = await models(command, name);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(/^INPUT_LIMIT: [^\n]{1,200}\n$/);
      expect(stderr).toContain(message);
    }
    expect((await models('deny', '--', '-x')).stderr).toContain('model begins with a dash');
    expect(data.isThere()).toBe(false);
  });

  it('leaves a broken file alone', async () => {
    data.write('{"governance":{"models":{"alow":["swift"]}}}');
    const { exitCode, stderr } = await models('deny', 'swift');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('governance.models.alow: is not a known key');
    expect(data.readText()).toBe('{"governance":{"models":{"alow":["swift"]}}}');
  });

  it('shows no control of an entry that the file holds', async () => {
    lists({ deny: ['codex/swift'], ask: ['\u001b[31mvendor/swift'] });
    const { stdout } = await models('allow', 'codex/swift');
    expect(stdout).not.toContain('\u001b');
  });

  it.each(['allow', 'ask', 'deny', 'clear'])('%s changes nothing inside of a turn', async (command) => {
    lists({ deny: ['swift'] });
    const { exitCode, stdout, stderr } = await data.run(['models', command, 'swift'], {
      variables: { COAGENT8_NESTED_TURN: '1' },
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatch(/^POLICY_DENIED: .*inside a turn of CoAgent8.*\n$/);
    expect(stored()).toEqual({ deny: ['swift'] });
  });

  it.each([['allow'], ['ask'], ['deny'], ['clear']])('%s says how it is used', async (command) => {
    const { exitCode, stdout } = await models(command, '--help');
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`coagent8 models ${command} a-model\n`);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
