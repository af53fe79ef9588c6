import { readFacts, withFacts } from '../../src/outline/facts';
import { outlineFacts } from '../../src/outline/outline-facts';
import { parseOutline, writeOutline } from '../../src/outline/outline-markdown';
import { asPrompt, isFrame, promptIn, promptsOf, subjectOf, withGaps } from '../../src/outline/prompts';

const FRAME = parseOutline(
  [
    '# Q3',
    '## Results',
    '### The period in figures',
    '- [Revenue in Q3, against plan and last year]',
    '- [Revenue per customer, against plan]',
    '- [Complaints, compared with Q2]',
    '## Outlook',
    '### Next',
    '- Decide about the depot',
  ].join('\n'),
);

describe('prompts', () => {
  it('are points whose whole title is in brackets', () => {
    expect(promptIn('[Revenue]')).toBe('Revenue');
    for (const title of ['Revenue', '[1] Revenue', 'See [1]', '[]', '[[x]]', '[a] [b]']) {
      expect(promptIn(title)).toBeUndefined();
    }
    expect(asPrompt('a [b] c')).toBe('[a b c]');
  });

  it('are counted, and survive Markdown', () => {
    expect(promptsOf(FRAME)).toHaveLength(3);
    expect(outlineFacts(writeOutline(FRAME)).prompts).toBe(3);
    expect(outlineFacts('# T\n## C\n### P\n- Done')).not.toHaveProperty('prompts');
  });

  it('with text below them are answered', () => {
    expect(promptsOf(parseOutline('# T\n## C\n### P\n#### [Revenue]\n\n€4 million.'))).toEqual([]);
  });

  it('make a deck a frame from a quarter of its points', () => {
    const deck = (prompts: number) =>
      parseOutline(`# T\n## C\n### P\n${'- [x]\n'.repeat(prompts)}${'- done\n'.repeat(8 - prompts)}`);
    expect([0, 1, 2, 8].map((prompts) => isFrame(deck(prompts)))).toEqual([false, false, true, true]);
  });

  it('have a subject: the words before the first comma', () => {
    expect(subjectOf('Revenue in Q3, against plan')).toBe('Revenue in Q3');
    expect(subjectOf('预算金额，附所属期间')).toBe('预算金额');
  });

  it('stay open with a gap below them; gaps are only where no one wrote', () => {
    const content = withGaps(FRAME);
    expect(promptsOf(content)).toEqual(promptsOf(FRAME));
    expect(parseOutline(writeOutline(content))).toEqual(content);
    const written = parseOutline('# T\n## C\n### P\n#### A\n\nWords.');
    expect(withGaps(written)).toEqual(written);
  });
});

describe('facts', () => {
  it('are lines with a name and a value; headings and empty lines are passed over', () => {
    const text =
      '# Facts\n\n- Revenue: €4.2 million\r\n投诉：12\nA line of its own\nhttps://example.org/a\n: no name\n';
    expect(readFacts(text)).toEqual([
      { name: 'Revenue', value: '€4.2 million' },
      { name: '投诉', value: '12' },
      { name: '', value: 'A line of its own' },
      { name: '', value: 'https://example.org/a' },
      { name: '', value: ': no name' },
    ]);
  });

  it('answer the prompt with the fewest other words; each prompt once', () => {
    const filled = withFacts(FRAME, readFacts('complaints: 12, after 30\nrevenue: €4.2 million\nRevenue: €81'));
    expect(filled.chapters[0]!.pages[0]!.blocks).toMatchObject([
      { title: 'Revenue in Q3', text: ['€4.2 million'] },
      { title: 'Revenue per customer', text: ['€81'] },
      { title: 'Complaints', text: ['12, after 30'] },
    ]);
    expect(promptsOf(filled)).toEqual([]);
    expect(promptsOf(FRAME)).toHaveLength(3);
  });

  it('that fit no prompt get pages of their own, so that none is lost', () => {
    const facts = Array.from({ length: 7 }, (_, at) => `Depot ${at}: ${at} trucks`).join('\n');
    const pages = withFacts(FRAME, readFacts(facts)).chapters.at(-1)!.pages;
    expect(pages.map(({ title }) => title)).toEqual(['Next', 'Further facts', 'Further facts (2)']);
    expect(pages.slice(1).flatMap(({ blocks }) => blocks)).toHaveLength(7);
    expect(pages[1]!.blocks[0]).toMatchObject({ title: 'Depot 0', text: ['0 trucks'] });
  });
});
