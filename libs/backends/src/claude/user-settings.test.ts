import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { userSettings } from './user-settings.js';

const proxied = (env: unknown) => userSettings(JSON.stringify({ env })).proxy;

describe('userSettings', () => {
  it('takes over model, key helper and proxy, and nothing else', () => {
    const settings = {
      model: 'opus',
      apiKeyHelper: '~/bin/key',
      env: { HTTPS_PROXY: 'http://u:p@proxy', no_proxy: 'localhost', ANTHROPIC_BASE_URL: 'x', PATH: 'y' },
      permissions: { allow: ['Bash'] },
      hooks: { Stop: [] },
    };
    expect(userSettings(JSON.stringify(settings))).toEqual({
      model: 'opus',
      apiKeyHelper: '~/bin/key',
      proxy: { HTTPS_PROXY: 'http://u:p@proxy', no_proxy: 'localhost' },
    });
  });

  it.each(['HTTP_PROXY', 'https_proxy', 'ALL_PROXY', 'NO_PROXY'])('knows %s', (name) => {
    expect(proxied({ [name]: 'v' })).toEqual({ [name]: 'v' });
  });

  it.each(['FTP_PROXY', 'HTTP_PROXY_', 'MY_HTTP_PROXY', 'LD_PRELOAD'])('leaves %s', (name) => {
    expect(proxied({ [name]: 'v' })).toEqual({});
  });

  it('leaves a member that is not as it should be, and takes the others', () => {
    expect(userSettings('{"model":7,"apiKeyHelper":"","env":{"NO_PROXY":1}}')).toEqual({ proxy: {} });
    expect(userSettings('{"model":"opus","env":"x"}')).toEqual({ model: 'opus', proxy: {} });
  });

  it.each(['  ', 'a b', 'x\u0000y', 'x\n--flag', 'x'.repeat(201)])('takes %j for no model', (model) => {
    expect(userSettings(JSON.stringify({ model }))).toEqual({ proxy: {} });
  });

  it('takes a model of 200 characters, and no proxy that a variable cannot hold', () => {
    expect(userSettings(JSON.stringify({ model: 'x'.repeat(200) })).model).toHaveLength(200);
    expect(proxied({ HTTP_PROXY: 'a\u0000b', NO_PROXY: 'a b' })).toEqual({ NO_PROXY: 'a b' });
  });

  it('says nothing where there is nothing to read', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(userSettings(`x${text}`)).toEqual({ proxy: {} })));
    for (const text of ['', '[]', 'null', '"model"']) expect(userSettings(text)).toEqual({ proxy: {} });
  });
});
