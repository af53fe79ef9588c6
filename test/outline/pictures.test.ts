import { markdownLeftOut } from '../../src/outline/markdown-left-out';
import type { Page } from '../../src/outline/outline';
import { markdownOf } from '../../src/outline/outline-facts';
import { isBlock, itemsOf } from '../../src/outline/outline-items';
import { OUTLINE_LIMITS, parseOutline, withoutContent, writeOutline } from '../../src/outline/outline-markdown';
import { fromTree, toTree } from '../../src/outline/outline-tree';

const HEAD = '# D\n\n## C\n\n### P\n\n';
const HASH = 'ab'.repeat(32);
const blocksOf = (body: string): Page['blocks'] => parseOutline(HEAD + body).chapters[0]!.pages[0]!.blocks;
const picture = { kind: 'picture', hash: HASH, alt: 'A map' };
const point = (title: string, ...text: string[]) => ({ kind: 'point', title, text });

describe('an image in an outline', () => {
  test.each([
    ['with a description', `![A map](picture:${HASH})`, [picture]],
    ['with a caption', `![A map](picture:${HASH} "Figure 1")`, [{ ...picture, caption: 'Figure 1' }]],
    ['without a description', `![](picture:${HASH})`, [{ ...picture, alt: '' }]],
    ['with an empty caption', `![A map](picture:${HASH} "")`, [picture]],
    ['in capital digits', `  ![A map](picture:${HASH.toUpperCase()})  `, [picture]],
    ['between paragraphs', `one\n![A map](picture:${HASH})\ntwo`, [point('P', 'one'), picture, point('P', 'two')]],
    ['with marks', `![a \\[b\\] \\\\](picture:${HASH} "\\"q\\"")`, [{ ...picture, alt: 'a [b] \\', caption: '"q"' }]],
  ])('%s', (_, markdown, blocks) => {
    expect(blocksOf(markdown)).toEqual(blocks);
    const outline = parseOutline(HEAD + markdown);
    expect(parseOutline(writeOutline(outline))).toEqual(outline);
    expect(fromTree(toTree(outline), outline.language)).toEqual(outline);
  });

  test.each([
    ['a name that is not a hash', `![A map](picture:../../etc/passwd)`],
    ['a short hash', `![A map](picture:${HASH.slice(2)})`],
    ['a file', '![A map](map.png)'],
  ])('is not %s, which is left out', (_, line) => {
    expect(blocksOf(`#### Q\n\n${line}`)).toEqual([point('Q')]);
    expect(markdownLeftOut(HEAD + line)).toEqual([{ kind: 'image', text: 'A map', heading: 'P', line: 7 }]);
  });

  it('is not left out, and stays where only the structure is shown', () => {
    const markdown = `${HEAD}![A map](picture:${HASH})\n`;
    expect(markdownLeftOut(markdown)).toEqual([]);
    expect(withoutContent(parseOutline(markdown)).chapters[0]!.pages[0]!.blocks).toEqual([picture]);
    expect(markdownOf(toTree(parseOutline(markdown)))).toContain(`\n![A map](picture:${HASH})\n`);
  });

  it('can have comments, on its caption and its description', () => {
    const items = itemsOf(`${HEAD}![A map](picture:${HASH} "Figure 1: Pilots")\n`).slice(3);
    expect(items).toEqual([
      { path: '1.1.1', heading: '![Figure 1: Pilots]' },
      { path: '1.1.1', heading: '![Figure 1: Pilots]', line: 'A map' },
    ]);
    expect(items.every(isBlock)).toBe(true);
  });

  it('has a description of limited length', () => {
    const long = 'x'.repeat(OUTLINE_LIMITS.heading + 1);
    expect(() => blocksOf(`![${long}](picture:${HASH})`)).toThrow(/^line 7: the text of an image is longer/);
  });

  it('is text where a client has changed it to something else', () => {
    const tree = toTree(parseOutline(`${HEAD}![A map](picture:${HASH})`));
    const node = tree.children[1]!.children[0]!.children[0]!;
    expect(node).toMatchObject({ type: 'picture', value: `![A map](picture:${HASH})` });
    node.value = 'A map';
    expect(fromTree(tree).chapters[0]!.pages[0]!.blocks).toEqual([point('A map')]);
  });
});
