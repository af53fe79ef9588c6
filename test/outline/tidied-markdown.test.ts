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
