import { markdownLeftOut } from '../../src/outline/markdown-left-out';
import { lengthAdvice } from '../../src/outline/outline-facts';
import { parseOutline } from '../../src/outline/outline-markdown';
import { cpuTime } from '../setup/cpu-time';

describe('parts of a Markdown text that are not on the slides', () => {
  it('images, targets of links that a deck cannot have and deep list levels, with heading and line', () => {
    const text = [
      '# Talk',
      '',
      '## Results',
      '![Latency by percentile](latency.png) and [the data](data.csv "Data")',
      '',
      '- one',
      '  - two',
      '    - three',
      '      - four',
      '- five',
    ].join('\n');
    expect(markdownLeftOut(text)).toEqual([
      { kind: 'image', text: 'Latency by percentile', heading: 'Results', line: 4 },
      { kind: 'link', text: 'data.csv', heading: 'Results', line: 4 },
      { kind: 'nesting', text: 'four', heading: 'Results', line: 9 },
    ]);
  });

  it('nothing in code, in code spans and in links within the text', () => {
    expect(markdownLeftOut('# T\n\n```\n[a](b)\n```\n\nUse `![a](b)` or [jump](#there).')).toEqual([]);
  });

  it('an image without a description is named by its file', () => {
    expect(markdownLeftOut('# T\n\n![](plots/cost.svg)')).toMatchObject([{ kind: 'image', text: 'plots/cost.svg' }]);
  });

  it('reads a long line of brackets in linear time', () => {
    const before = cpuTime();
    markdownLeftOut(`# T\n\n${']('.repeat(200_000)}`);
    expect(cpuTime() - before).toBeLessThan(3_000);
  });
});

it('the description of an image is not a point', () => {
  const page = '# T\n\n## C\n\n### Latency\n\n![Latency by percentile](latency.png)\n\n#### Fast\n\nIt is fast.\n';
  const { chapters } = parseOutline(page);
  expect(chapters[0]!.pages[0]!.blocks).toEqual([{ kind: 'point', title: 'Fast', text: ['It is fast.'] }]);
  expect(markdownLeftOut(page)).toMatchObject([{ text: 'Latency by percentile' }]);
});

it('a text for more than 40 slides gets the advice to condense it', () => {
  const text = (pages: number) =>
    `# T\n\n## C\n\n${Array.from({ length: pages }, (_, at) => `### P${at}\n\nx\n`).join('\n')}`;
  expect(lengthAdvice(text(40))).toEqual([]);
  expect(lengthAdvice(text(41))).toEqual([expect.stringContaining('--slides 15')]);
});
