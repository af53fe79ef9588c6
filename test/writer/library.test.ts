import { z } from 'zod';
import { readLibrary } from '../../src/writer/library';
import { FIELDS, type Field } from '../../src/writer/offline/kind';
import { type LanguageTexts, languagePack, SCENES, TONES } from '../../src/writer/offline/language-pack';
import { KINDS, type PageSeed, SHARED } from '../../src/writer/offline/seeds';
import { THEMES, type Theme } from '../../src/writer/offline/themes';
import type { TopicTexts } from '../../src/writer/topics/topic-seed';

const text = z.string().trim().min(1);
const texts = z.array(text);
/** One name for each of a list: neither more nor fewer. */
const each = <Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) =>
  z.record(z.enum(keys as [Key, ...Key[]]), value);

const points = z.record(text, z.union([text, texts.min(2)]));
const page = z.strictObject({
  title: text,
  points,
  table: z.strictObject({ header: texts, rows: z.array(texts) }).exactOptional(),
});
const chapter = z.strictObject({ title: text, alternative: text, pages: z.array(page).min(1) });

const languageTexts: z.ZodType<LanguageTexts> = z.strictObject({
  kinds: each(KINDS, z.array(chapter).min(3)),
  shared: each(SHARED, chapter),
  fields: each(Object.keys(FIELDS) as Field[], page),
  fallbackTopic: each(KINDS, text),
  audiencePage: page,
  scenePages: each(SCENES, page),
  askedChapter: chapter,
  tones: each(TONES, z.strictObject({ ending: text.exactOptional(), openers: texts })),
  points: z.strictObject({
    named: texts,
    quoted: texts,
    themes: each(Object.keys(THEMES.en) as Theme[], texts.min(1)),
    numbered: text,
  }),
});

const seedPage = z.strictObject({ title: text, points: z.record(text, text) });
const topicTexts: z.ZodType<TopicTexts> = z.strictObject({
  topics: z.array(
    z.strictObject({
      id: z.int(),
      scene: z.int(),
      title: text,
      options: z.strictObject({
        pages: z.enum(['short', 'medium', 'long']).exactOptional(),
        audience: text.exactOptional(),
        scene: text.exactOptional(),
        tone: text.exactOptional(),
      }),
      frame: z.enum(['academic', 'company']).exactOptional(),
      opening: seedPage,
    }),
  ),
  frames: each(['academic', 'company'], z.array(z.strictObject({ title: text, pages: z.array(seedPage).min(1) }))),
});

// Here and not where they are read: the worker threads, which read them, would load zod for nothing else.
describe('the files of the library', () => {
  test.each(['en', 'zh'])('%s has a text for everything that the writer looks up, and nothing else', (name) => {
    const file = readLibrary(name);
    expect(languageTexts.parse(file)).toEqual(file);
  });

  test.each(['topics-en', 'topics-zh'])('%s has whole topics and frames, and nothing else', (name) => {
    const file = readLibrary(name);
    expect(topicTexts.parse(file)).toEqual(file);
  });

  // `Object.entries` would list these first.
  test.each(['en', 'zh', 'topics-en', 'topics-zh'])(
    '%s names no point by a number, which would lose its place',
    (name) => {
      expect(JSON.stringify(readLibrary(name))).not.toMatch(/"\d+":/);
    },
  );
});

describe.each(['en', 'zh'] as const)('the material in %s', (language) => {
  const { library, fields, audiencePage, scenePages, askedChapter, tones, points } = languagePack(language);
  const chapters = [...Object.values(library.kinds).flat(), ...Object.values(library.shared), askedChapter];
  const pages: PageSeed[] = [
    ...chapters.flatMap((chapter) => chapter.pages),
    ...Object.values(fields),
    ...Object.values(scenePages),
    audiencePage,
  ];

  test('says no sentence twice', () => {
    const sentences = [
      ...pages.flatMap((page) => page.points.flatMap((point) => point.slice(1))),
      ...Object.values(tones).flatMap((tone) => tone.openers),
      ...points.named,
      ...points.quoted,
      ...points.themes.flatMap((theme) => theme.sentences),
    ];
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
  });

  test('has two to four points a page, each with a sentence of a readable length', () => {
    for (const page of pages) {
      expect(page.points.length).toBeGreaterThanOrEqual(2);
      expect(page.points.length).toBeLessThanOrEqual(4);
      for (const [title, ...sentences] of page.points) {
        expect(title.length).toBeLessThanOrEqual(45);
        expect(sentences.length).toBeGreaterThanOrEqual(1);
        for (const sentence of sentences) expect(sentence.length).toBeLessThanOrEqual(140);
      }
    }
  });

  test('names no page and no point twice within one kind of deck', () => {
    for (const own of Object.values(library.kinds)) {
      const titles = [...own, ...Object.values(library.shared)].flatMap((chapter) => [
        chapter.title,
        chapter.alternative,
        ...chapter.pages.map((page) => page.title),
      ]);
      expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
    }
  });

  test('uses straight rows in its tables and the punctuation of the language', () => {
    for (const page of pages) {
      for (const row of page.table?.rows ?? []) expect(row).toHaveLength(page.table!.header.length);
      for (const sentence of page.points.flatMap((point) => point.slice(1))) {
        if (language === 'zh') expect(sentence).toMatch(/^[^,.!?;:"']+[。！？]$/);
        else expect(sentence).toMatch(/^[^，。！？；：'"]+[.!?]$/);
      }
    }
  });
});
