import type { Outline, Page, Point } from './outline';

interface Placed {
  point: Point;
  chapter: string;
  page: string;
}

/** What stood before an edit: the outline, and the same outline with content. */
export interface Before {
  outline: Outline;
  content: Outline;
}

/**
 * The edited outline with the content that its unchanged parts had: what was paid for survives an edit.
 * A page that the edit left alone keeps everything, tables that came with its content included. On other pages a point
 * keeps its text when its title is the same: first in its own place, then on a page or in a chapter of the same name,
 * then anywhere when the title stands once in the content. Points that have text of their own keep that.
 */
export function carryOver(edited: Outline, before: Before): Outline {
  const pages = unchangedPages(before);
  const textFor = textFinder(before.content);
  return {
    ...edited,
    chapters: edited.chapters.map((chapter) => ({
      ...chapter,
      pages: chapter.pages.map(
        (page) =>
          pages.get(pageKey(chapter.title, page)) ?? {
            ...page,
            blocks: page.blocks.map((block) =>
              block.kind === 'point' && block.text.length === 0
                ? { ...block, text: textFor(block, chapter.title, page.title) }
                : block,
            ),
          },
      ),
    })),
  };
}

/** Pages with content by what they were in the outline. A key that stands for two pages stands for none. */
function unchangedPages({ outline, content }: Before): Map<string, Page | undefined> {
  const pages = new Map<string, Page | undefined>();
  outline.chapters.forEach((chapter, chapterAt) => {
    chapter.pages.forEach((page, pageAt) => {
      const key = pageKey(chapter.title, page);
      const written = content.chapters[chapterAt]?.pages[pageAt];
      pages.set(key, pages.has(key) || written?.title !== page.title ? undefined : written);
    });
  });
  return pages;
}

/** A page with its blocks; text is part of it, so a page with text of its own is never taken for an unchanged one. */
function pageKey(chapter: string, page: Page): string {
  return JSON.stringify([chapter, page.title, page.blocks]);
}

function textFinder(content: Outline): (point: Point, chapter: string, page: string) => string[] {
  /** Texts by place; of equal places the first counts. */
  const texts = new Map<string, string[]>();
  const times = new Map<string, number>();
  for (const { point, chapter, page } of placedPoints(content)) {
    if (point.text.length === 0) continue;
    times.set(point.title, (times.get(point.title) ?? 0) + 1);
    for (const place of placesOf(point.title, chapter, page)) if (!texts.has(place)) texts.set(place, point.text);
  }
  return ({ title }, chapter, page) => {
    const [anywhere, ...narrower] = placesOf(title, chapter, page);
    const place = narrower.find((each) => texts.has(each)) ?? (times.get(title) === 1 ? anywhere : undefined);
    return place === undefined ? [] : texts.get(place)!;
  };
}

/** Keys of the places where a text for a point may come from: anywhere, then the narrowest first. */
function placesOf(title: string, chapter: string, page: string): [string, ...string[]] {
  const key = (...place: (string | null)[]) => JSON.stringify([title, ...place]);
  return [key(), key(chapter, page), key(null, page), key(chapter, null)];
}

/** Whether every point has text: then nothing is left to generate. */
export function hasAllContent(outline: Outline): boolean {
  const points = placedPoints(outline);
  return outline.chapters.length > 0 && points.every(({ point }) => point.text.length > 0);
}

/** Whether any point has text. */
export function hasSomeContent(outline: Outline): boolean {
  return placedPoints(outline).some(({ point }) => point.text.length > 0);
}

function placedPoints(outline: Outline): Placed[] {
  return outline.chapters.flatMap((chapter) =>
    chapter.pages.flatMap((page) =>
      page.blocks.flatMap((block) =>
        block.kind === 'point' ? [{ point: block, chapter: chapter.title, page: page.title }] : [],
      ),
    ),
  );
}
