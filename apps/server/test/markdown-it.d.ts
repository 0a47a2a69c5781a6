/** As much of markdown-it 14 as the tests use: it reads Markdown as CommonMark 0.31 does, and tables beside it. */
declare module 'markdown-it' {
  export interface Token {
    readonly type: string;
    readonly content: string;
    readonly level: number;
    readonly children: readonly Token[] | null;
  }
  export default class MarkdownIt {
    constructor(options: { readonly html: boolean });
    parse(markdown: string, environment: object): Token[];
  }
}
