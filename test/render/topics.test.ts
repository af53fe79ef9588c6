import { defaultTemplate, systemTemplates } from '../../src/render/templates';
import { templateForTopic } from '../../src/render/templates/topics';

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
  ['Something else entirely', systemTemplates[0]!.id],
])('a deck about “%s” gets template %i', (title, id) => {
  expect(defaultTemplate(title).id).toBe(id);
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
