import type { Block, Outline, Page, Point, Table } from '../../outline/outline';
import { DEFAULT_HEADINGS } from '../../outline/outline-limits';
import type { GenerationOptions } from '../writer';
import { type Brief, fill, readBrief, type Slots } from './brief';
import type { ChapterSeed, PageSeed, PointSeed } from './seeds';
import { SentenceSource } from './sentences';

/** Names of the points on a page that a person added without points. */
const POINTS_OF_EMPTY_PAGE = {
  en: ['In brief', 'Why it matters', 'What follows from it'],
  zh: ['简要说明', '意义所在', '由此可见'],
} as const;

/**
 * Writes text under every point. Points of the library get their sentences; all other points get sentences built from
 * their own words and those of the page. Existing text stays.
 */
export function writeContent(outline: Outline, options: GenerationOptions): Outline {
  // A person may have edited the outline in another language than the title's; its current language counts.
  const brief = readBrief(outline.title, { ...options, language: outline.language });
  const material = new Material(brief);
  const source = new SentenceSource(brief);
  const { openers, ending } = brief.pack.tones[brief.tone];
  const chapters = outline.chapters.map((chapter, at) => ({
    ...chapter,
    pages: chapter.pages.map((page, pageAt) => {
      const opener = pageAt === 0 ? openers[at % Math.max(1, openers.length)] : undefined;
      return writePage(page, chapter.title, opener, material, source, brief);
    }),
  }));
  const ownEnding = outline.ending ?? ending;
  const isDefault = ownEnding === undefined || ownEnding === DEFAULT_HEADINGS[outline.language].ending;
  return { ...outline, chapters, ...(isDefault ? {} : { ending: ownEnding }) };
}

function writePage(
  page: Page,
  chapter: string,
  opener: string | undefined,
  material: Material,
  source: SentenceSource,
  { language, slots }: Brief,
): Page {
  const blocks: Block[] = page.blocks.length > 0 ? page.blocks : emptyPagePoints(language);
  let opening = opener;
  const written = blocks.map((block): Block => {
    if (block.kind !== 'point' || block.text.length > 0) {
      if (block.kind === 'point') source.markUsed(block.text);
      return block;
    }
    const own = material.sentences(block, page, chapter);
    const subject = page.blocks.length > 0 ? block.title : page.title;
    const sentences = source.unused(own) ?? source.about({ ...slots, point: subject, page: page.title, chapter });
    const lead = opening === undefined ? undefined : source.unused([opening]);
    opening = undefined;
    return { ...block, text: [[...(lead ?? []), ...sentences].join(language === 'zh' ? '' : ' ')] };
  });
  const table = page.blocks.some((block) => block.kind === 'table') ? undefined : material.table(page);
  return { ...page, blocks: table ? [...written, table] : written };
}

function emptyPagePoints(language: Outline['language']): Point[] {
  return POINTS_OF_EMPTY_PAGE[language].map((title) => ({ kind: 'point', title, text: [] }));
}

/** The library's pages and points, found by their headings in this deck. */
class Material {
  private readonly pages = new Map<string, PageSeed>();
  private readonly pointsOfPage = new Map<string, PointSeed>();
  private readonly points = new Map<string, PointSeed>();
  private readonly asked: ChapterSeed;

  constructor(private readonly brief: Brief) {
    const { library, fields, audiencePage, scenePages, askedChapter } = brief.pack;
    this.asked = askedChapter;
    // The deck's own kind comes first, because the first entry of a heading counts.
    const chapters = [
      ...library.kinds[brief.kind],
      ...Object.values(library.shared),
      ...Object.values(library.kinds).flat(),
      askedChapter,
    ];
    const special = [audiencePage, ...Object.values(fields), ...Object.values(scenePages)];
    for (const page of [...chapters.flatMap((chapter) => chapter.pages), ...special]) this.enter(page);
  }

  /** Returns the sentences of a library point; none for other points. */
  sentences(point: Point, page: Page, chapter: string): string[] {
    const seed = this.pointsOfPage.get(key(page.title, point.title)) ?? this.points.get(point.title);
    const slots = this.slots(chapter);
    const sentences = (seed?.slice(1) ?? []).map((sentence) => fill(sentence, slots));
    // A slot without a value would show its braces, for example if an audience was chosen for the outline and is
    // missing now.
    return sentences.filter((sentence) => !/\{\w+\}/.test(sentence));
  }

  table(page: Page): Table | undefined {
    const seed = this.pages.get(page.title);
    const isOwn = seed?.points.some(([title]) =>
      page.blocks.some((block) => block.kind === 'point' && block.title === title),
    );
    if (!seed?.table || !isOwn) return undefined;
    return { kind: 'table', header: [...seed.table.header], rows: seed.table.rows.map((row) => [...row]) };
  }

  private enter(page: PageSeed): void {
    const { slots } = this.brief;
    const title = fill(page.title, slots);
    if (!this.pages.has(title)) this.pages.set(title, page);
    for (const point of page.points) {
      const name = fill(point[0], slots);
      if (!this.pointsOfPage.has(key(title, name))) this.pointsOfPage.set(key(title, name), point);
      if (!this.points.has(name)) this.points.set(name, point);
    }
  }

  /** A reviewer's requested topic is only in the heading of its chapter. */
  private slots(chapter: string): Slots {
    for (const heading of [this.asked.title, this.asked.alternative]) {
      const prefix = heading.slice(0, heading.indexOf('{asked}'));
      if (chapter.startsWith(prefix)) return { ...this.brief.slots, asked: chapter.slice(prefix.length) };
    }
    return this.brief.slots;
  }
}

const key = (page: string, point: string): string => `${page}\n${point}`;
