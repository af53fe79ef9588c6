import { languagePack } from '../../src/writer/offline/language-pack';
import type { PageSeed } from '../../src/writer/offline/seeds';

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
