import { describe, expect, it } from '@jest/globals';

import { readProse } from './read-prose.js';

describe('readProse', () => {
  it.each<[string, string, string[]]>([
    ['plain text', 'a\nb\n\nc', ['a\nb', 'c']],
    ['nothing', '', []],
    ['a fence', 'a\n```ts\ncode\n\n```\nb', ['a', 'b']],
    ['a fence closed by a longer run', '```\na\n`````  ', []],
    ['a fence that a shorter run does not close', '`````\n```\n`````\na', ['a']],
    ['a fence whose closer has words before it', '```\n``` x\n```\na', ['a']],
    ['a longer fence around a shorter', '````md\n```\nx\n```\n````', []],
    ['a tilde fence', '~~~ `x`\n```\nx\n~~~', []],
    ['code in a line', '```a``` b', ['```a``` b']],
    ['code in a list', '1. a\n\n   ```\n   x\n\n   ```\n2. b', ['1. a', '2. b']],
    ['code that begins an item', '- ```js\n  x\n  ```\nDone.', ['Done.']],
    ['code far to the right', '- a\n  - b\n\n      ```\n      x\n      ```', ['- a\n  - b']],
    ['code in a quote', '> ```\n> x', ['> ```\n> x']],
    ['Windows line ends', 'a\r\n```\r\nx\r\n```\r\nb', ['a', 'b']],
  ])('takes %s apart', (_, markdown, runs) => {
    expect(readProse(markdown)).toEqual({ runs });
  });

  it.each<[string, string, string]>([
    ['a fence', '```ts\nlet a', '```'],
    ['a fence within one', '````md\n```\nx\n```', '````'],
    ['a tilde fence', '~~~\n```\nx', '~~~'],
    ['a fence whose closer is further right', '```\n    ```', '```'],
    ['a fence whose words hold a line separator', '```js\u2028x\ncode', '```'],
    ['a fence that a line with more than white space does not close', '```\n```\u00a0', '```'],
  ])('closes %s', (_, markdown, closer) => {
    expect(readProse(markdown)?.closer).toBe(closer);
  });

  it.each<[string, string]>([
    ['a fence in a list that is left open', '- a\n  ```\n  x'],
    ['one further left than its beginning', '- a\n  ```\n  x\n```'],
    ['one further right', '- a\n  ```\n  x\n    ```'],
    ['code further left than its fence', '- a\n  ```\nx\n  ```'],
    ['a fence after a lazy line', '- a\nlazy\n  ```\nout'],
    ['a fence after what is no item but a heading', 'a\n-\n  ```'],
    ['a fence after what is no item but text', 'a\n2. b\n   ```'],
    ['a fence behind a number', '2. ```\n   x\n   ```'],
    ['a fence in a quote in a list', '- > ```\n  > x'],
    ['a fence in a footnote', '[^1]: ```\n    x'],
  ])('does not judge %s', (_, markdown) => {
    expect(readProse(markdown)).toBeUndefined();
  });
});
