import { parseOutline } from '../../src/outline/outline-markdown';
import { tidiedMarkdown } from '../../src/outline/tidied-markdown';

const README = `<div align="center">
  <img width="600" src="media/logo.svg" alt="tern">
  <p>A tiny HTTP client for programs in the browser</p>
  <a href="#install">Install</a> • <a href="#usage">Usage</a>
</div>

[![Build Status](https://ci.example/tern.svg)](https://ci.example/tern) ![coverage](https://img.shields.io/tern.svg)

> [!WARNING]
> This readme is for the next version.
> Use the link above for the latest one.

## Benefits :rocket:

- Retries, see [the guide][guide]
- Small: <kbd>4</kbd> KB
- Typed by [tsc]

## Usage

With plain fetch, it would be:

\`\`\`html
<div>[guide]</div>
\`\`\`

[guide]: https://tern.example/guide "Guide"
[TSC]: <https://tsc.example/>
`;

const texts = (markdown: string): string => JSON.stringify(parseOutline(tidiedMarkdown(markdown)));

describe('a README', () => {
  const outline = parseOutline(tidiedMarkdown(README));

  it('has no emoji between a name and what it says, or in a word, but those that say something', () => {
    const text = tidiedMarkdown(
      '# Tool\n\n## Features\n\n- **Fast** 🚀 - It runs.\n- **Small**🪶: A flame🔥 of 12 kB.\n\nState: 🟢 good\n',
    );
    expect(text).not.toMatch(/🚀|🪶|🔥/u);
    expect(text).toContain('A flame of 12 kB.');
    expect(text).toContain('State: 🟢 good');
  });

  it('has its image as title, and no HTML, badges or emoji codes', () => {
    expect(outline.title).toBe('tern');
    const words = JSON.stringify({ ...outline, chapters: outline.chapters.slice(0, -1) });
    expect(words).not.toMatch(/<|shields|Build Status|:rocket:|\[!|kbd/);
    expect(words).toContain('A tiny HTTP client for programs in the browser');
    expect(words).not.toContain('Install •');
  });

  it('has its alert as a point, its references as links, and its code as it is', () => {
    const words = JSON.stringify(outline);
    expect(words).toContain('"title":"Warning"');
    expect(words).toContain('This readme is for the next version. Use the link above for the latest one.');
    expect(words).toContain('https://tern.example/guide');
    expect(words).toContain('https://tsc.example/');
    expect(words).toContain('<div>[guide]</div>');
  });

  it('keeps the number of each line', () => {
    const [before, after] = [README, tidiedMarkdown(README)].map((text) => text.split('\n'));
    expect(after!.length).toBe(before!.length);
    expect(after!.indexOf('## Usage')).toBe(before!.indexOf('## Usage'));
  });
});

it('a heading in HTML is the title; further ones are headings', () => {
  expect(parseOutline(tidiedMarkdown('<h1 align="center">Tern</h1>\n\n<h2>Why</h2>\n\n- Small\n'))).toMatchObject({
    title: 'Tern',
    chapters: [{ title: 'Why' }],
  });
});

it.each([
  '# Title\n\n<!-- byline: Ann -->\n\n## Chapter\n\n### Page\n\n- Point: at 10:30:15 [1] and [x](https://a.example)\n- [ ] open\n',
  '# T\n\n## C\n\nif a < b and c > d, then [a] follows\n\n> A quotation.\n',
  '# T\n\n~~~\n<div>\n:rocket:\n~~~\n',
  '# T\n\n## C\n\n`<div>` and `:rocket:` stay\n',
])('a text without them stays as it is: %j', (text) => expect(tidiedMarkdown(text)).toBe(text));

it('takes time in proportion to the text', () => {
  const began = process.cpuUsage();
  for (const piece of ['[', '![', '[![', '<a', '<div ', '`', ':a', '> [!note]\n', '[a]: b\n']) {
    tidiedMarkdown(piece.repeat(200_000 / piece.length));
  }
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1e6).toBeLessThan(5);
});

it('meeting minutes keep their tasks', () => {
  expect(texts('# Minutes\n\n## Tasks\n\n### Open\n\n- [x] Order chairs\n- [ ] Call <b>Bo</b>\n')).toContain(
    '□ Call Bo',
  );
});

const read = (markdown: string) => parseOutline(tidiedMarkdown(markdown));
const pagesOf = (markdown: string) => read(markdown).chapters.flatMap(({ pages }) => pages);
const pointsOf = (markdown: string) =>
  pagesOf(markdown).flatMap(({ blocks }) =>
    blocks.map((block) => (block.kind === 'point' ? [block.title, ...block.text] : block)),
  );
const page = (text: string) => `# T\n\n## C\n\n${text}`;

describe('what only Markdown of people has', () => {
  it.each([
    ['tags', 'Press <kbd>Ctrl</kbd> and <var>x</var>', 'Press Ctrl and x'],
    ['entities', 'A &amp; B&nbsp;&mdash; 5 &lt; 7, &#8364;20 &#x41; &unknown;', 'A & B\u00a0— 5 < 7, €20 A &unknown;'],
    ['autolinks', 'See <https://a.example/x> or <ann@b.example>', 'See https://a.example/x or ann@b.example'],
    ['raised and lowered digits', 'H~2~O and x^2^ are ==marked==', 'H₂O and x² are marked'],
    ['a hard break', 'One\\\ntwo', 'One two'],
    ['a sign as a word', 'Works: ✅ yes, :x: no', 'Works: ✓ yes, × no'],
    ['emoji around the words', '🚀 Fast 🎉', 'Fast'],
  ])('%s', (_, written, text) => {
    expect(pointsOf(page(written))).toEqual([['C', text]]);
  });

  it('code in `<pre>` and by indentation, but not text of a list', () => {
    expect(pointsOf(page('    a = 1\n\n      b\n\ntext'))[0]).toEqual({ kind: 'code', text: 'a = 1\n\n  b' });
    expect(pointsOf(page('<pre><code>\nx <- 1\n</code></pre>'))).toEqual([{ kind: 'code', text: 'x <- 1' }]);
    expect(pointsOf(page('- item\n\n    more of it'))).toEqual([['item', 'more of it']]);
  });

  it('a table of HTML; a table of images only is left out', () => {
    const cells = '<table>\n<tr><th>A</th><th>B</th></tr>\n<tr>\n<td>1|2</td>\n<td><b>3</b></td>\n</tr>\n</table>';
    expect(pointsOf(page(cells))).toEqual([{ kind: 'table', header: ['A', 'B'], rows: [['1|2', '3']] }]);
    expect(
      pointsOf(page('<table><tr>\n<td><img src="a.png"></td>\n<td><img src="b.png"></td>\n</tr></table>')),
    ).toEqual([]);
  });

  it('footnotes, at the end of the section that refers to them', () => {
    expect(pointsOf(page('Warm.[^a]\n\nMore.\n\n## D\n\nx\n\n[^a]: The data sheet.'))).toEqual([
      ['C', 'Warm.¹', 'More.'],
      ['¹ The data sheet.'],
      ['D', 'x'],
    ]);
  });

  it('a list of contents, which the deck has already', () => {
    expect(texts('# T\n\n## Contents\n\n- [A](#a)\n- [B](#b)\n\n## A\n\nx\n\n## B\n\ny')).not.toContain('Contents');
    expect(pointsOf(page('- [A](#a)\n- [B](https://b.example)'))).toEqual([['A'], ['B']]);
  });
});

describe('facts', () => {
  it('below the title are on the cover, with author and date of front matter', () => {
    expect(read('# T\n\n**Date:** 8 May\n**Place:** Room 2\n\n## C\n\nx')).toMatchObject({
      byline: '8 May · Place: Room 2',
      chapters: [{ title: 'C' }],
    });
    expect(read('# T\n\n| | |\n|---|---|\n| Version | 1.4 |\n\n## C\n\nx').byline).toBe('Version: 1.4');
    expect(read('# 办法\n\n**编制：** 人力部　**版本：** V1\n\n## 总则\n\n适用。').byline).toBe('人力部 · 版本: V1');
    expect(read('---\ntitle: T\nauthor: Ann Lee\ndate: 2026-08-19\n---\n\n## C\n\nx')).toMatchObject({
      title: 'T',
      byline: 'Ann Lee · 2026-08-19',
    });
  });

  it('on lines below each other are points; a sentence with a colon is not', () => {
    expect(pointsOf(page('**Price:** 4 €\n**Start:** March'))).toEqual([
      ['Price', '4 €'],
      ['Start', 'March'],
    ]);
    expect(pointsOf(page('Slot\n: A compartment\n\nLocker\n: A station'))).toEqual([
      ['Slot', 'A compartment'],
      ['Locker', 'A station'],
    ]);
    expect(pointsOf(page('We say: no\nand they say: yes'))).toEqual([['C', 'We say: no and they say: yes']]);
  });
});

describe('points', () => {
  it.each([
    [
      '**Crash.** It restarts.\n\n**Fire?** Run.',
      [
        ['Crash', 'It restarts.'],
        ['Fire?', 'Run.'],
      ],
    ],
    [
      '- **Fast** – 9 jobs\n- **REQ-1** The locker opens',
      [
        ['Fast', '9 jobs'],
        ['REQ-1', 'The locker opens'],
      ],
    ],
    [
      '**Does it scale?**\n\nNo.\n\n**Why?**\n\nOne file.',
      [
        ['Does it scale?', 'No.'],
        ['Why?', 'One file.'],
      ],
    ],
    ['**Tern** is small', [['C', 'Tern is small']]],
    ['> [!TIP]\n> Save **often**.', [['Tip', 'Save often.']]],
    [':::warning Take care\nHot.\n:::', [['Take care', 'Hot.']]],
    ['!!! note "Keep"\n    Two\n    lines', [['Keep', 'Two lines']]],
  ])('%j', (written, points) => expect(pointsOf(page(written))).toEqual(points));

  it('of three levels; a quotation within an item is text of it', () => {
    expect(pointsOf(page('- A\n  - B\n    - C\n  > Careful.\n- D'))).toEqual([['A', 'B', '– C', 'Careful.'], ['D']]);
  });

  it('a paragraph below a list is not text of its last item', () => {
    expect(pointsOf(page('- A\n- B\n\nAfter.'))).toEqual([['A'], ['B'], ['C', 'After.']]);
    expect(pointsOf(page('- A\n\nThen:\n\n- B'))).toEqual([['A'], ['Then', 'B']]);
  });
});

describe('titles', () => {
  it('text below the title is an introduction', () => {
    const { title, chapters } = read('Tern\n====\n\nSmall. It flies.\n\nUse\n---\n\nx');
    expect([title, ...chapters.map((chapter) => chapter.title)]).toEqual(['Tern', 'Introduction', 'Use']);
  });

  it.each([
    ['Small and quick', 'Small and quick'],
    ['*Finance team, 14 October 2026*', 'Finance team, 14 October 2026'],
    ['Version 3.2 · valid from 1 January', 'Version 3.2 · valid from 1 January'],
    ['Small. It flies.', undefined],
    ['- Small', undefined],
    ['What is small?', undefined],
    ['Small\n\nIt flies far.', undefined],
  ])('of one short line below the title, %j, the cover has %j', (line, byline) => {
    expect(read(`# Tern\n\n${line}\n\n## Use\n\nx`).byline).toBe(byline);
  });

  it('of several chapters, one with a usual name is not the title', () => {
    const { title, chapters } = read('- Feature Name: Keys\n- Start Date: 2026-05-12\n\n# Summary\n\nx\n\n# Why\n\ny');
    expect([title, ...chapters.map((chapter) => chapter.title)]).toEqual(['Keys', 'Summary', 'Why']);
    expect(read('---\ntitle: Keys\n---\n\n# Summary\n\nx\n\n# Why\n\ny').title).toBe('Keys');
  });

  it('versions of a changelog are pages, numbered chapters of a thesis are not versions', () => {
    const log =
      '# Log\n\n## [Unreleased]\n\n## [2.1.0] - 2026-01-02\n\n### Added\n\n- A\n- B\n\n## 2.0.0 (2025-12-01)\n\n### Fixed\n\n- C\n';
    expect(pagesOf(log).map(({ title }) => title)).toEqual(['[2.1.0] - 2026-01-02', '2.0.0 (2025-12-01)']);
    expect(pointsOf(log)).toEqual([
      ['Added', 'A', 'B'],
      ['Fixed', 'C'],
    ]);
    const thesis = '# Results\n\n## 3.1 People\n\na\n\n## 3.2 Sleep\n\nb\n\n## 3.3 Errors\n\nc\n';
    expect(read(thesis).chapters).toHaveLength(3);
  });
});

describe('texts of other programs', () => {
  const all = (text: string) => texts(text);
  it.each([
    [
      'Pandoc',
      '# T {#sec:t}\n\n## C\n\nSee [@healy2010, pp. 3--4] and @lu2004.\n\n::: {#refs}\n:::\n',
      ['(Healy 2010, pp. 3–4) and Lu 2004'],
      /[@{]|:::/,
    ],
    [
      'TeX',
      '# T\n\n## C\n\nWith $\\rho = \\lambda/\\mu < 1$:\n\n\\[ L = \\frac{\\rho}{1-\\rho} \\]\n\nIt costs $5 or $6.\n',
      ['ρ = λ/μ < 1', 'L = ρ/(1−ρ)', '$5 or $6'],
      /\\\\/,
    ],
    ['a wiki', '# T\n\n## C[[edit](/w?s=1)]\n\nBought.[1][2]\n', ['"title":"C"', 'Bought.¹ ²'], /edit/],
    [
      'emoji',
      '# T\n\n## C\n\n- [ ] 📦 ship\n- into :fr:\n- down :facepalm:.\n',
      ['□ ship', 'into FR', 'down.'],
      /📦|:/u,
    ],
  ])('%s', (_name, text, words, marks) => {
    const outline = all(text);
    for (const word of words) expect(outline).toContain(word);
    expect(
      parseOutline(tidiedMarkdown(text))
        .chapters.flatMap(({ title }) => title)
        .join(),
    ).not.toMatch(marks);
  });

  it('the caption below a table is the title of its page', () => {
    const [, page] = parseOutline(
      tidiedMarkdown('# T\n\n## C\n\nText.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n: Sites {#tbl:s}\n'),
    ).chapters[0]!.pages;
    expect(page).toMatchObject({ title: 'Sites', blocks: [{ kind: 'table' }] });
  });

  it('lines of times and short lines are points, with questions above their answers', () => {
    const points = (text: string) =>
      parseOutline(tidiedMarkdown(`# T\n\n## C\n\n${text}\n`)).chapters[0]!.pages[0]!.blocks.map(
        (block) => block.kind === 'point' && block.title,
      );
    expect(points('09:00 — Meet Sandra\n09:15 — Tour')).toEqual(['09:00', '09:15']);
    expect(points('Sandra Bell\nDr. Imre Kis')).toEqual(['Sandra Bell', 'Dr. Imre Kis']);
    expect(points('A sentence that continues\nin the next line.')).not.toHaveLength(2);
  });

  it('chapters of the first level below a title have the others as pages', () => {
    const { title, chapters } = parseOutline(
      tidiedMarkdown('---\ntitle: Roots\n---\n\n# Methods\n\n## Sites\n\nText.\n\n# Results\n\nText.\n'),
    );
    expect([title, ...chapters.map((each) => each.title)]).toEqual(['Roots', 'Methods', 'Results']);
    expect(chapters[0]!.pages[0]!.title).toBe('Sites');
  });

  it('bold words and a date above the first heading are title and byline', () => {
    const outline = parseOutline(
      tidiedMarkdown('**Weekly sync**\n2026-06-09, room Ada\n\nPresent: Ines, Tom\n\n## Queue\n\n- Full\n'),
    );
    expect(outline).toMatchObject({ title: 'Weekly sync', byline: '2026-06-09, room Ada · Present: Ines, Tom' });
  });

  it('an RFC has its title, byline, numbered headings and drawings', () => {
    const outline = parseOutline(
      tidiedMarkdown(
        'Working Group                    J. Calder\nCategory: Informational         March 2026\n\n              A Protocol for Tides\n\nAbstract\n\n   It announces.\n\n1.  Scope\n\n   Small devices.\n\n2.  Format\n\n   A header:\n\n   +-+-+-+-+\n   |Version|\n   +-+-+-+-+\n\n3.  Security\n\n   None.\n',
      ),
    );
    expect(outline.title).toBe('A Protocol for Tides');
    expect(outline.byline).toContain('J. Calder · March 2026');
    expect(outline.chapters.map((each) => each.title)).toEqual(['Abstract', '1. Scope', '2. Format', '3. Security']);
    expect(outline.chapters[2]!.pages[0]!.blocks.at(-1)).toMatchObject({ kind: 'code' });
  });

  it('in prose, the first sentence of a paragraph is the title of its page', () => {
    const paragraph = (sentence: string) => `${sentence}. ${'It continues for a while here. '.repeat(5)}`;
    const text = [
      'We have three offers',
      'The hall earns 6,000 a year',
      'The county gives grants',
      'Nothing happens before summer',
    ].map(paragraph);
    const titles = parseOutline(tidiedMarkdown(`Dear all,\n\n${text.join('\n\n')}\n`)).chapters.map(
      (each) => each.title,
    );
    expect(titles).toEqual([
      'We have three offers',
      'The hall earns 6,000 a year',
      'The county gives grants',
      'Nothing happens before summer',
    ]);
  });
});
