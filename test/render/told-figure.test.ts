import { composeDeck } from '../../src/slides/render/compose';
import { relationOf } from '../../src/slides/render/compose/patterns';
import { toldFigure } from '../../src/slides/render/compose/told-figure';
import { systemTemplates } from '../../src/slides/render/templates';
import { flat, texts, wording } from './shapes';

const heroOf = (text: string): string | undefined => {
  const page = { title: 'Page', blocks: [{ kind: 'point' as const, title: '', text: [text] }] };
  const deck = composeDeck(
    { title: 'D', language: 'en', chapters: [{ title: 'C', pages: [page] }] },
    systemTemplates[0]!,
  );
  const shown = flat(deck.slides[1]!.shapes).filter(({ name }) => name === 'Figure');
  return texts(shown).map(wording)[0]?.replaceAll('\u00a0', ' ');
};

it.each([
  ['Revenue rose to 4.8 million euros, because two shops opened.', '4.8 million euros'],
  ['Waste fell from 8 % to 6 % after the discount started.', '6 %'],
  ['The report names costs of 680.000 Euro. The roof is closed.', '680.000 Euro'],
  ['It names 3,140 orders that failed. No data was lost.', '3,140'],
  ['Die Kosten sanken von 90 auf 72 Prozent des Vorjahres.', '72 Prozent'],
])('the number of “%s” is %s', (text, value) => {
  expect(heroOf(text)).toContain(value);
});

it.each([
  ['a year', 'The lease of the market ends in June 2027. The owner knows.'],
  ['a version', 'Version 11.2.3 of the database does this. Others do not.'],
  ['a small count', 'There are 3 leaks above the flats. Two offers are in.'],
  ['a time', 'The release reached all hosts at 09:12. Errors followed.'],
  ['part of a name', 'The R2000 and the A380 are large. Both fly.'],
])('%s is not a number to show', (_, text) => {
  expect(heroOf(text)).toBeUndefined();
});

it('what follows a number names it, up to the next mark', () => {
  expect(heroOf('Europe throws away 20 billion takeaway boxes a year. Few return.')).toContain('takeaway boxes a year');
  expect(heroOf('They earned 40 % in spring and 60 in autumn, which surprised us.')).not.toContain('autumn');
});

it('points with a number in each text are figures; an ordered list stays one', () => {
  const items = ['Energy: 22 % more', 'Wages: 38,000 euros'].map((each) => {
    const [heading, text] = each.split(': ');
    return { heading: heading!, text: [text!] };
  });
  expect(items.map((item) => toldFigure(item)?.label)).toEqual(['Energy', 'Wages']);
  expect(relationOf('Margin', items)).toBe('figures');
  expect(items.map((item, at) => toldFigure({ ...item, number: at + 1 }))).toEqual([undefined, undefined]);
});
