import { type MarkdownNode, markdownPages, nodesOf, pageTree, textOf } from './markdown';

/** A code block of a page. */
export interface Block {
  page: string;
  line: number;
  /** `shell` for commands, the language otherwise. */
  kind: string;
  /** The word after the language: the schema of a JSON block. */
  meta: string;
  text: string;
  /** The file that the paragraph before names, such as `tea.mts`. */
  file?: string;
}

/** Written by `npm run docs` from the program, whose tests run them. */
const GENERATED = ['docs/command-line.md', 'docs/configuration.md', 'docs/internals/coverage.md'];

/** Pages with instructions for users, operators and contributors. */
export const documentationPages = (): string[] =>
  markdownPages().filter((page) => /^(?:docs\/(?:internals\/)?)?[^/]+\.md$/.test(page) && !GENERATED.includes(page));

/** Languages whose blocks a reader pastes into a terminal. A block without a language counts as one of them. */
const SHELL = ['bash', 'sh', 'shell', 'console', ''];

export function blocksOf(page: string): Block[] {
  return nodesOf(pageTree(page), 'CodeBlock', 'Paragraph').flatMap((node, at, nodes) => {
    if (node.type !== 'CodeBlock') return [];
    const { lang, meta, value = '', loc } = node;
    const kind = SHELL.includes(lang ?? '') ? 'shell' : lang!;
    const file = fileNamedBy(nodes[at - 1]);
    const block = { page, line: loc.start.line, kind, meta: meta ?? '', text: value };
    return [file === undefined ? block : { ...block, file }];
  });
}

const fileNamedBy = (before: MarkdownNode | undefined): string | undefined =>
  before === undefined || before.type === 'CodeBlock'
    ? undefined
    : nodesOf(before, 'Code')
        .map(textOf)
        .find((text) => /^[\w-]+\.m?ts$/.test(text));

/** The commands of a shell block: one per line, with continued lines joined, without comments and here-documents. */
export function commandsOf({ text }: Block): string[] {
  const joined = text.replace(/<<'END'\n[\s\S]*?\nEND$/gm, '').replace(/\\\n\s*/g, '');
  return joined
    .split('\n')
    .map((line) =>
      line
        .replace(/^\$ /, '')
        .replace(/(?:^|\s)#.*$/, '')
        .trim(),
    )
    .filter((line) => line !== '');
}

/** Exit codes other than 0 that a block's comments announce: `# exits with 4`. */
export const announcedCodes = ({ text }: Block): number[] =>
  [...text.matchAll(/# exits with (\d+)$/gm)].map(([, code]) => Number(code));
