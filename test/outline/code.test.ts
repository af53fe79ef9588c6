import { codeText } from '../../src/outline/code-text';
import { markdownOf, outlineFacts } from '../../src/outline/outline-facts';
import { itemsOf } from '../../src/outline/outline-items';
import {
  fencedOutline,
  OUTLINE_LIMITS,
  parseOutline,
  withoutContent,
  writeOutline,
} from '../../src/outline/outline-markdown';
import { fromTree, toTree } from '../../src/outline/outline-tree';

const HEAD = '# T\n\n## C\n\n### P\n\n';
const blocksOf = (below: string) => parseOutline(HEAD + below).chapters[0]!.pages[0]!.blocks;
const code = (...lines: string[]) => ({ kind: 'code', text: lines.join('\n') });
const point = (title: string, ...text: string[]) => ({ kind: 'point', title, text });

describe('a block of code', () => {
  it.each([
    ['backticks', '```sh\nnpm ci\n  npm test\n```', [code('npm ci', '  npm test')]],
    ['tildes', '~~~\na\n\n\nb\n~~~', [code('a', '', '', 'b')]],
    ['tabs become spaces', '```\n\tx\ty\n```', [code('    x   y')]],
    ['the indentation of the fence is not part of it', '  ```\n  a\n    b\n  ```', [code('a', '  b')]],
    [
      'its marks are text',
      '```\n# a\n- b\n<!-- type: x -->\n~~~\n```',
      [code('# a', '- b', '<!-- type: x -->', '~~~')],
    ],
    ['empty lines around it', '```\n\n\na\n\n```', [code('a')]],
    ['nothing in it', '```\n\n```\n\ntext', [point('P', 'text')]],
    ['a fence that is not closed', '```sh\nnpm ci', [point('P', 'npm ci')]],
    ['between paragraphs', 'one\n\n```\na\n```\n\ntwo', [point('P', 'one'), code('a'), point('P', 'two')]],
    ['below a point', '#### Do\n\nthis:\n\n```\na\n```\n\nand that', [point('Do', 'this:', 'and that'), code('a')]],
  ])('%s', (_, markdown, expected) => {
    expect(blocksOf(markdown)).toEqual(expected);
    const outline = parseOutline(HEAD + markdown);
    expect(parseOutline(writeOutline(outline))).toEqual(outline);
    expect(parseOutline(fencedOutline(outline))).toEqual(outline);
  });

  it('is structure: it stays in an outline without content, in its tree and in the Markdown of a tree', () => {
    const outline = parseOutline(`${HEAD}#### Do\n\nthis:\n\n~~~\nif a:\n\n  b\n~~~\n`);
    expect(withoutContent(outline).chapters[0]!.pages[0]!.blocks).toEqual([point('Do'), code('if a:', '', '  b')]);
    const tree = JSON.parse(JSON.stringify(toTree(outline)));
    expect(fromTree(tree)).toEqual(outline);
    expect(markdownOf(tree)).toContain('~~~\nif a:\n\n  b\n~~~');
  });

  it('has items that a comment can refer to', () => {
    const items = itemsOf(`${HEAD}#### Do\n\n~~~\nif a:\n\n  b\n~~~\n`).slice(-3);
    expect(items).toEqual([
      { path: '1.1.2', heading: '~~~ if a:' },
      { path: '1.1.2', heading: '~~~ if a:', line: 'if a:' },
      { path: '1.1.2', heading: '~~~ if a:', line: '  b' },
    ]);
  });

  it('counts towards the limits, and its headings do not count as headings', () => {
    expect(outlineFacts(`${HEAD}~~~\n## not a chapter\n~~~\n`)).toEqual({ title: 'T', chapters: 1, pages: 1 });
    const fence = (line: string) => `${HEAD}~~~\n${line}\n~~~\n`;
    expect(() => parseOutline(fence('x\n'.repeat(OUTLINE_LIMITS.nodes)))).toThrow(/more than 2000/);
    expect(() => parseOutline(fence('x'.repeat(OUTLINE_LIMITS.paragraph + 1)))).toThrow(/^line 8: a line of code is/);
  });

  it('has no characters that a format cannot store', () => {
    expect(codeText(['\u0000a\u001b[0m\ud800', '\ufeff'])).toBe('a[0m\ufffd');
  });
});
