import { composeFrame } from '../../src/frames/frame';
import { parseOutline, writeOutline } from '../../src/outline/outline-markdown';
import { composeDeck } from '../../src/slides/render/compose';
import { type Brand, renderPages } from '../../src/slides/render/exports';
import { systemTemplates } from '../../src/slides/render/templates';
import { templateFile } from '../brand/template-file';
import { flat, texts, wording } from './shapes';

const [template] = systemTemplates;
const pages = (...sections: string[]): string => `# Bread\n\n${sections.join('\n\n')}\n`;
const last = (markdown: string) => composeDeck(parseOutline(markdown), template!).slides.at(-1)!;
const saidBy = (markdown: string): string[] =>
  texts(flat(last(markdown).shapes)).map((each) => wording(each).replaceAll('\u00a0', ' '));

const COSTS = '## Costs\n\nFlour costs more than a year ago.';
const STEPS = '## Next steps\n\n- Price list, sales, 15 November\n- Offer for the lease, finance, 30 November';

/** A frame from a title, whose pages ask for facts. */
const FRAME = writeOutline(composeFrame({ title: 'Is it worth moving to a four-day week?', language: 'en' }));

describe('the last slide', () => {
  it('has the request of the text, wherever it is', () => {
    const text = pages('## Summary\n\nMargin fell. We ask the board to approve a price of 4 euros.', COSTS, STEPS);
    expect(saidBy(text)[0]).toBe('We ask the board to approve a price of 4 euros.');
  });

  it.each([
    ['next steps with owner and date', pages(STEPS, COSTS), ['Price list, sales, 15 November']],
    [
      'a recommendation',
      pages('## Recommendation\n\nKeep the shop for three years.', COSTS),
      ['Keep the shop for three years.'],
    ],
    [
      'what to remember',
      pages('## Summary\n\n- Rye sells best\n- Waste fell', COSTS),
      ['Rye sells best', 'Waste fell'],
    ],
    [
      'its request, in Chinese',
      '# 食堂\n\n## 方案\n\n请区政府批准改造经费85万元。\n\n## 选址\n\n- 东苑\n- 南湖\n',
      ['请区政府批准改造经费85万元。'],
    ],
    [
      'the messages of its titles, those with numbers first',
      pages(
        '## Sales of rye bread rose by 9 %',
        'Rye.',
        '## The evening discount halves our waste',
        'Waste.',
        '## Two head bakers retire within a year',
        'Bakers.',
        '## The lease of the market ends in 2027',
        'Lease.',
      ),
      ['Sales of rye bread rose by 9 %', 'The lease of the market ends in 2027'],
    ],
  ])('has %s', (_, markdown, wanted) => {
    expect(saidBy(markdown).join('\n')).toContain(wanted[0]);
    for (const each of wanted) expect(saidBy(markdown).join('\n')).toContain(each);
    expect(saidBy(markdown)).not.toContain('Thank you');
  });

  it('has the points of a request that announces them', () => {
    const asked =
      '## Decisions\n\nWe ask the council for two decisions:\n\n- Approve 4 million euros\n- Name an officer';
    expect(saidBy(pages(asked, COSTS)).slice(0, 3)).toEqual([
      'Decisions',
      'Approve 4 million euros',
      'Name an officer',
    ]);
  });

  it('collects the decisions of minutes', () => {
    const decided = (name: string, what: string) => `## ${name}\n\nWe talked about it.\n\n- **Decision**: ${what}`;
    const said = saidBy(pages(decided('Roof', 'Apply for the grant.'), decided('Rack', 'Build it.'), COSTS)).join('\n');
    expect(said).toContain('Apply for the grant.');
    expect(said).toContain('Build it.');
  });

  it.each([
    ['what the last page says anyway', pages(COSTS, STEPS)],
    ['prompts', pages('## Next steps\n\n- [Step: owner, date]\n- [Another one]', COSTS)],
    ['texts that would have to be cut', pages(`## Summary\n\n${'A very long sentence continues '.repeat(9)}.`, COSTS)],
    ['titles of prompts', FRAME],
    ['nothing of the kind', pages(COSTS, '## Shops\n\nThere are four.')],
  ])('does not repeat or invent: %s', (_, markdown) => {
    expect(saidBy(markdown)[0]).toBe('Thank you');
  });

  it('is what its author asks for', () => {
    expect(saidBy(`${pages(STEPS, COSTS)}\n<!-- ending: Questions? -->\n`)[0]).toBe('Questions?');
  });

  it('is the same in an own template, and ends the list of pages', async () => {
    const look = { name: 'Acme', palette: template!.palette, fonts: template!.fonts, dark: false };
    const brand: Brand = { look, file: { bytes: templateFile({}), roles: {} } };
    for (const own of [{ templateId: template!.id }, { templateId: 10_001, brand }]) {
      const [end] = (await renderPages({ outline: parseOutline(pages(STEPS, COSTS)), ...own })).slice(-1);
      expect(end).toMatchObject({ layout: 'ending', title: 'Next steps' });
    }
  });
});
