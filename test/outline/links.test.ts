import fc from 'fast-check';
import { carryOver } from '../../src/outline/carry-over';
import { linkTarget } from '../../src/outline/links';
import { plainInline } from '../../src/outline/markdown-inline';
import { markdownLeftOut } from '../../src/outline/markdown-left-out';
import type { Link, Page } from '../../src/outline/outline';
import { fencedOutline, parseOutline, withoutContent, writeOutline } from '../../src/outline/outline-markdown';
import { fromTree, toTree } from '../../src/outline/outline-tree';
import { readEdit } from '../../src/service/texts/edit';
import { runs } from '../deep';
import { cpuTime } from '../setup/cpu-time';
import { outline as anyOutline, text as anyText } from './outlines';

const HEAD = '# T\n\n## C\n\n### P\n\n';
const pageOf = (markdown: string): Page => parseOutline(HEAD + markdown).chapters[0]!.pages[0]!;
const GUIDE = 'https://example.org/guide';

describe('the links of a page', () => {
  it.each([
    ['a paragraph', `See the [guide](${GUIDE}).`, ['guide', GUIDE]],
    ['a point and its text', `- **[Guide](${GUIDE})**: all of it`, ['Guide', GUIDE]],
    ['a heading', `#### Read the [guide](${GUIDE})`, ['guide', GUIDE]],
    ['a table', `| a | b |\n| - | - |\n| [x](${GUIDE}) | y |`, ['x', GUIDE]],
    ['marks inside', `[the **good** \`guide\`](<${GUIDE}> "Title")`, ['the good guide', GUIDE]],
    ['mail', '[write](mailto:a@example.org)', ['write', 'mailto:a@example.org']],
    ['parentheses and spaces in the target', '[a](<https://e.org/(b) c|d>)', ['a', 'https://e.org/%28b%29%20c%7Cd']],
    ['part of a word', `un[believ](${GUIDE})able`, ['believ', GUIDE]],
  ])('from %s are kept when the outline is written', (_, markdown, [text, target]) => {
    const page = pageOf(markdown);
    expect(page.links).toEqual([{ text, target }]);
    const outline = parseOutline(HEAD + markdown);
    expect(parseOutline(writeOutline(outline))).toEqual(outline);
    expect(parseOutline(fencedOutline(outline), { before: outline })).toEqual(outline);
  });

  it.each([
    ['[a](javascript:alert(1))'],
    ['[a](file:///etc/passwd)'],
    ['[a](data:text/html,x)'],
    ['[a](other.md)'],
    ['[a](#there)'],
    ['![a](https://example.org/a.png)'],
    [`\`[a](${GUIDE})\``],
    [`\\[a](${GUIDE})`],
  ])('%s is not a link of a deck', (markdown) => {
    expect(pageOf(markdown)).not.toHaveProperty('links');
  });

  it('a title and a chapter have none', () => {
    const outline = parseOutline(`# [T](${GUIDE})\n\n## [C](${GUIDE})\n\n### P\n`);
    expect(JSON.stringify(outline)).not.toContain(GUIDE);
    expect(markdownLeftOut(`# [T](${GUIDE})\n\n## C\n`)).toMatchObject([{ kind: 'link', text: GUIDE }]);
  });

  it('only what a deck cannot have is reported as lost', () => {
    const text = `${HEAD}[a](${GUIDE}) [b](other.md) [c](https://e.org/a_(b))`;
    expect(markdownLeftOut(text)).toMatchObject([{ kind: 'link', text: 'other.md' }]);
  });

  it('stay the same in any outline that is written and read', () => {
    const links = fc.array(fc.constantFrom('https://e.org/a?b=c&d#e', 'mailto:x@e.org', 'http://e.org/_*~'), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(anyOutline, links, anyText(30), (value, targets, words) => {
        const [page] = value.chapters[0]!.pages;
        const text = words.replace(/[[\]]/g, '').trim();
        if (!page || text === '' || targets.length === 0) return;
        page.blocks.push({ kind: 'point', title: `${text} x`, text: targets.map(() => `a ${text} b`) });
        page.links = targets.map((target): Link => ({ text, target }));
        const read = parseOutline(writeOutline(value));
        expect(read.chapters[0]!.pages[0]!.links).toEqual(page.links);
        expect(read).toEqual(value);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('an edit', () => {
  const before = parseOutline(`${HEAD}#### A\n\nSee the [guide](${GUIDE}).\n\n#### B\n\nText.\n`);
  const both = { outline: withoutContent(before), content: before };

  it('of the tree keeps links whose words are still there', () => {
    const tree = toTree(before);
    expect(JSON.stringify(tree)).not.toContain(GUIDE);
    const edited = structuredClone(fromTree(tree));
    edited.title = 'New';
    const content = JSON.stringify(toTree(edited));
    const read = readEdit({ content, title: 'T', before: both, isTitle: false }).changed!;
    expect(read.content!.chapters[0]!.pages[0]!.links).toEqual([{ text: 'guide', target: GUIDE }]);
    const gone = content.replace('See the guide.', 'Nothing.');
    expect(JSON.stringify(readEdit({ content: gone, title: 'T', before: both, isTitle: false }))).not.toContain(GUIDE);
  });

  it('of the headings keeps the links of the text that it keeps', () => {
    const edited = parseOutline('# T\n\n## C\n\n### P\n\n#### A\n\n#### New\n');
    expect(carryOver(edited, both).chapters[0]!.pages[0]!.links).toEqual([{ text: 'guide', target: GUIDE }]);
  });
});

it('a long line of links is read and written in linear time', () => {
  const line = `[a](${GUIDE}) `.repeat(2_000);
  const before = cpuTime();
  const links: Link[] = [];
  plainInline(line, links);
  expect(links).toHaveLength(2_000);
  const outline = parseOutline(HEAD + `[a](${GUIDE}) `.repeat(300));
  expect(outline.chapters[0]!.pages[0]!.links).toHaveLength(50);
  expect(writeOutline(outline).match(/\]\(/g)).toHaveLength(50);
  expect(cpuTime() - before).toBeLessThan(2_000);
  expect(linkTarget(`https://e.org/${'a'.repeat(3_000)}`)).toBeUndefined();
});
