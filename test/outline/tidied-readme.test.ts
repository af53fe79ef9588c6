import { leftOutSentences } from '../../src/outline/left-out';
import { markdownLeftOut } from '../../src/outline/markdown-left-out';
import { parseOutline } from '../../src/outline/outline-markdown';
import { tidiedMarkdown } from '../../src/outline/tidied-markdown';

const BADGE = '[![npm](https://img.shields.io/npm/v/lantern.svg)](https://www.npmjs.com/package/lantern)';
const chaptersOf = (markdown: string): string[] =>
  parseOutline(tidiedMarkdown(markdown)).chapters.map(({ title }) => title);

describe('READMEs', () => {
  it('have the name of the package if no heading is a title', () => {
    const markdown = `${BADGE}\n\nLantern is a cache.\n\n## Install\n\nUse npm.\n\n## Usage\n\nCall it.`;
    const outline = parseOutline(tidiedMarkdown(markdown));
    expect(outline).toMatchObject({ title: 'Lantern', byline: 'Lantern is a cache.' });
    expect(outline.chapters.map(({ title }) => title)).toEqual(['Install', 'Usage']);
  });

  it('lose the sections about those who pay, and say so', () => {
    const markdown = '# Lantern\n\n## Install\n\nUse npm.\n\n## Gold sponsors 🥇\n\nAcme\n\n## Usage\n\nCall it.';
    expect(chaptersOf(markdown)).toEqual(['Install', 'Usage']);
    expect(leftOutSentences(markdownLeftOut(tidiedMarkdown(markdown)))).toEqual([
      expect.stringMatching(/^Section “Gold sponsors” .*is not on a slide\.$/),
    ]);
  });

  it('keep sponsors in a text that is not about software', () => {
    expect(chaptersOf('# Fair\n\n## Sponsors\n\nThe bank.\n\n## Costs\n\nHigh.')).toEqual(['Sponsors', 'Costs']);
  });

  it('have one page for short sections below each other', () => {
    const markdown = '# Lantern\n\n## Usage\n\nCall it.\n\n## Contributing\n\nSend a patch.\n\n## License\n\nMIT';
    expect(chaptersOf(markdown)).toEqual(['Usage', 'Contributing · License']);
  });

  it('have no list of languages', () => {
    const links = ['de', 'fr', 'zh'].map((tag) => `[${tag}](https://example.org/README.${tag}.md)`);
    expect(tidiedMarkdown(`# Lantern\n\n${links.join(' | ')}\n\nA cache.`)).not.toContain('README.fr.md');
  });

  it('have items of names and texts', () => {
    const { chapters } = parseOutline(
      tidiedMarkdown('# Lantern\n\n## Related\n\n- [wick](https://example.org/wick) - Burns\n- `oil` - Feeds'),
    );
    expect(chapters[0]!.pages[0]!.blocks).toMatchObject([
      { title: 'wick', text: ['Burns'] },
      { title: 'oil', text: ['Feeds'] },
    ]);
  });
});

describe('images without bytes', () => {
  it('are not text, and neither is the sentence that announces them', () => {
    const tidied = tidiedMarkdown(
      '# T\n\n## C\n\nText.\n\nScan this code:\n\n![QR](https://example.org/qr.png)\n\n## D\n\nMore.',
    );
    expect(parseOutline(tidied).chapters[0]!.pages[0]!.blocks).toMatchObject([{ text: ['Text.'] }]);
    expect(markdownLeftOut(tidied)).toMatchObject([{ kind: 'image', text: 'Scan this code', heading: 'C' }]);
  });

  it('leave no heading behind', () => {
    expect(chaptersOf('# T\n\n## Preview\n\n![A screen](screen.png)\n\n## D\n\nMore.')).toEqual(['D']);
  });
});

it('a table whose names are images has the names of its first row', () => {
  const row = '| ![a](a.png) | ![b](b.png) |\n| --- | --- |\n| Ann | Ben |';
  expect(tidiedMarkdown(`# T\n\n## Team\n\n${row}`)).toContain('Ann, Ben');
  expect(tidiedMarkdown(`# T\n\n## Team\n\n${row}\n| 3 | 4 |`)).toContain('| Ann | Ben |\n| - | - |\n| 3 | 4 |');
});

it('attributes on lines of their own are not text', () => {
  const html = '<p>\n  <source\n    media="(prefers-color-scheme: dark), (no-preference)"\n  />\n</p>';
  expect(tidiedMarkdown(`# T\n\n${html}\n\nText.`)).not.toContain('prefers');
});
