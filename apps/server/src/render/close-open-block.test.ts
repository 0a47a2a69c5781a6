import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { closeOpenBlock } from './close-open-block.js';

describe('closeOpenBlock', () => {
  it.each<[string, string, string]>([
    ['a fence', '```ts\nlet a', '```'],
    ['a longer fence around a shorter', '````md\n```\nx\n```', '````'],
    ['a tilde fence', '~~~\n```\nx', '~~~'],
    ['an indented fence', '  ```\nx', '  ```'],
    ['a fence that a shorter run does not close', '`````\n```', '`````'],
    ['a fence whose closer has words', '```\n``` x', '```'],
    ['a fence after a list', '- a\n\n```\nx', '```'],
    ['a fence after a closed one', '```\n```\n\n```js\nx', '```'],
    ['a fence whose words hold a line separator', '```js\u2028x\ncode', '```'],
    ['a comment', 'text\n<!-- open', '-->'],
    ['preformatted text', '<pre>\n\nx', '</pre>'],
    ['a script', '<script type="module">\nx', '</script>'],
    ['an instruction', '<?php', '?>'],
    ['a declaration', '<!DOCTYPE', '>'],
    ['character data', '<![CDATA[\nx', ']]>'],
    ['the end of a fence that HTML hid the start of', '<details>\n```js\na\n\nb\n```', '```'],
    ['a fence after Windows line ends', 'a\r\n```\r\nx', '```'],
  ])('closes %s', (_, open, closer) => {
    expect(closeOpenBlock(open)).toBe(`${open}\n${closer}`);
  });

  it.each([
    ['plain text', 'a\n\nb'],
    ['nothing', ''],
    ['a closed fence', '```ts\na\n```'],
    ['a fence closed by a longer run', '```\na\n`````  '],
    ['code in a line', '```a```'],
    ['an indented code block', '    ```\n    x'],
    ['a fence inside a list item, which ends with it', '- a\n  ```\n  x'],
    ['a fence that begins a list item, closed', '- ```js\n  x\n  ```\nDone.'],
    ['a fence inside a numbered item, closed', '1. a\n\n   ```\n   x\n   ```\n2. b'],
    ['a fence inside a quote, which ends with it', '> ```\n> x'],
    ['a closed comment', '<!-- a\nb -->'],
    ['a comment in a closed fence', '```\n<!--\n```'],
    ['a fence in a closed comment', '<!--\n```\n-->'],
    ['a tag that a blank line ends', '<div>\n```\n\ntext'],
    ['rules', '* * *\n- - -'],
  ])('leaves %s as it is', (_, closed) => {
    expect(closeOpenBlock(closed)).toBe(closed);
  });

  it('leaves nothing to close a second time', () => {
    const line = fc.constantFrom(
      '```',
      '````js',
      '~~~',
      '  ```',
      '- a',
      '- ```',
      '1. b',
      '   ```',
      '> ```',
      '',
      'x',
      '<!--',
      '-->',
      '<pre>',
      '<div>',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const once = closeOpenBlock(lines.join('\n'));
        expect(closeOpenBlock(once)).toBe(once);
      }),
    );
  });
});
