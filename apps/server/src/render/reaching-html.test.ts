import { describe, expect, it } from '@jest/globals';

import { hasReachingHtml } from './reaching-html.js';

describe('hasReachingHtml', () => {
  it.each([
    '<details>',
    'text <details> text',
    '<div hidden>x</div>',
    '<DIV\nhidden>',
    '<div title="',
    '- <table>',
    '> <font color=white>',
    'a <b>bold</b> b',
    '<!-- open',
    'a <!-- closed --> b',
    '<?php',
    '<!DOCTYPE html>',
    '<![CDATA[ x',
    '<script>x',
    '</div>',
    '<custom-element hidden>',
    '<Component prop={x}>',
    '\\`<details>\\`',
    'a ` b\nc ` <details> ` d',
    '<div>\n`<details>`',
    '<a href="`"> <details> `',
    '<https://a`> <details> `',
    '| ` | <details> ` |',
    'see `` a ` <u> ` b `` and <i>',
  ])('finds it in %j', (run) => {
    expect(hasReachingHtml(run)).toBe(true);
  });

  it.each([
    'plain text',
    'wrap it in `<div hidden>`, or in ``<details>``',
    '`<script>` and `<!-- x -->`',
    'Promise<void> and List<string> and Map<string, Object>',
    'Press <kbd>Ctrl</kbd> and so on, H<sub>2</sub>O',
    'first<br>second',
    'if a <b then',
    'if a < b > c',
    'i < 5 && j > 3 -> x <- y',
    'see <https://example.org/a>',
    'a stray ` alone',
  ])('finds none in %j', (run) => {
    expect(hasReachingHtml(run)).toBe(false);
  });
});
