import { defaultTemplate, systemTemplates } from '../../src/slides/render/templates';
import { templateForTopic } from '../../src/slides/render/templates/topics';

it.each([
  ['Q3 investment and budget review', 1001],
  ['年度财务预算汇报', 1001],
  ['How forests store carbon', 1004],
  ['Type 2 diabetes: treatment options for patients', 1011],
  ['社区健康与营养', 1011],
  ['Photosynthesis for 12-year-olds', 1006],
  ['小学课堂教学改革', 1006],
  ['TypeScript generics deep dive', 1005],
  ['量子计算入门', 1005],
  ['A history of the Roman Empire', 1002],
  ['春节的传统文化', 1002],
  ['Supply chain and logistics of spare parts', 1008],
  ['Eight planets in ten minutes', 1005],
  ['Das Sonnensystem: a tour of the solar system', 1005],
  ['黑洞与宇宙', 1005],
  ['Solar panels on every roof', 1004],
  ['Volcanoes and earthquakes', 1009],
  ['恐龙与化石', 1009],
  ['Data science in a small team', 1005],
  ['Minutes, 3 March', 1013],
  ['Board minutes of the third quarter', 1013],
  ['Something else entirely', systemTemplates[0]!.id],
])('a deck about “%s” gets template %i', (title, id) => {
  expect(defaultTemplate(title).id).toBe(id);
});

it('a length of time names no topic', () => {
  expect(templateForTopic(systemTemplates, ['Five minutes a day'])).toBeUndefined();
});

it('a later text counts only if those before name no topic', () => {
  const chosen = (...texts: string[]) => templateForTopic(systemTemplates, texts)?.id;
  expect(chosen('Report', 'Hospitals and patients')).toBe(1011);
  expect(chosen('Bank report', 'Hospitals and patients')).toBe(1001);
  expect(chosen('Report', '')).toBeUndefined();
});

it('a template outside of the list is not chosen', () => {
  const others = systemTemplates.filter(({ id }) => id !== 1011);
  expect(templateForTopic(others, ['Hospitals'])).toBeUndefined();
});

it('every template suits some topic', () => {
  const titles = [
    ...['bank', 'history', 'shops', 'forest', 'software', 'school', 'fashion launch', 'logistics', 'thesis'],
    ...['marketing', 'health', 'jazz music', 'project status'],
  ];
  expect(new Set(titles.map((title) => defaultTemplate(title).id))).toEqual(
    new Set(systemTemplates.map(({ id }) => id)),
  );
});
