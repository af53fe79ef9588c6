import { comparedIn, KINDS, kindName, namesForm, nearestKinds, recogniseKind } from '../../src/frames/kinds';
import { JUDGED } from './titles';

test('the kind follows from the question that a title asks; a title without one is plain', () => {
  const found = JUDGED.map(([, title]) => [recogniseKind(title), title]);
  expect(found).toEqual(JUDGED);
});

test('a word that only looks like a form names no kind', () => {
  const titles = [
    'Book review circle',
    'Foreign policy of Bismarck in one map',
    'Incident response at sea',
    'Budget airlines',
    'Paris in the rain',
    'Meeting strangers',
  ];
  expect(titles.map(recogniseKind).filter(namesForm)).toEqual([]);
  // The name of a subject has no sentence, no number and no word of work.
  expect(['Notes', 'Our team', 'Version 2', '测试'].map(recogniseKind)).toEqual(['plain', 'plain', 'plain', 'plain']);
});

test('the recognised kind is offered first, with five others', () => {
  for (const [kind, title] of JUDGED) {
    const offered = nearestKinds(title);
    expect(offered[0]).toBe(kind);
    expect(new Set(offered).size).toBe(6);
  }
  // A second form in the title is the nearest other.
  expect(nearestKinds('Budget plan for the choir').slice(0, 2)).toEqual(['budget', 'plan']);
});

test('names of a comparison are taken from a title only where they are names', () => {
  expect(comparedIn('Oracle vs PostgreSQL for the billing system')).toEqual(['Oracle', 'PostgreSQL']);
  expect(comparedIn('Heating: gas versus heat pump')).toEqual(['gas', 'heat pump']);
  expect(comparedIn('自建机房还是上云')).toEqual(['自建机房', '上云']);
  expect(comparedIn('What our neighbours told us about cats vs dogs')).toBeUndefined();
  expect(comparedIn('A vs B vs C')).toBeUndefined();
  expect(comparedIn('Choosing a CRM')).toBeUndefined();
});

test('every kind has a name in both languages', () => {
  for (const language of ['en', 'zh'] as const) {
    expect(new Set(KINDS.map((kind) => kindName(kind, language))).size).toBe(KINDS.length);
  }
});
