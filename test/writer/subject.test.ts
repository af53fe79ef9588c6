import { recogniseSubject, SUBJECTS } from '../../src/service/writer/offline/subject';

test('the subject follows from the last word that names one, in both languages', () => {
  const subjects: Record<string, string | undefined> = {
    'A history of jazz': 'arts',
    'History of the Roman Empire': 'states',
    'Business plan for a café': 'food',
    'Mountain bike rental business plan': 'mobility',
    'What is machine learning?': 'software',
    'Photosynthesis for 12-year-olds': 'nature',
    'Type 2 diabetes: treatment options for patients': 'medicine',
    'Solar power for our village': 'energy',
    'Supply chains of the shoe trade': 'retail',
    'Clothing stores in spring': 'retail',
    'Interest rates in five minutes': 'finance',
    'A day at primary school': 'schools',
    'Rules of rugby': 'sport',
    'Renovation of a listed house': 'property',
    'Q3 board update': undefined,
    量子计算入门: 'nature',
    茶文化: 'food',
    咖啡馆商业计划书: 'food',
    罗马帝国史: 'states',
    城市养老计划: 'states',
  };
  expect(Object.fromEntries(Object.keys(subjects).map((title) => [title, recogniseSubject(title)]))).toEqual(subjects);
});

test('a word inside another word names nothing', () => {
  for (const title of ['Teamwork', 'Steam', 'Scarcity', 'Cartography of feelings', 'Emporium'])
    expect([title, recogniseSubject(title)]).toEqual([title, undefined]);
});

test('a title without a word of a subject has none, however long', () => {
  expect(recogniseSubject('x '.repeat(2_000))).toBeUndefined();
  expect(SUBJECTS).toHaveLength(13);
});
