import { withLinksOf } from './links';
import type { Outline, Page, Point } from './outline';
import { withMarksFrom, withoutMarks } from './point-marks';
import { withNotesOf } from './speaker-notes';

interface Placed {
  point: Point;
  chapter: string;
  page: string;
}

/** The state before an edit: the outline, and the same outline with content. */
interface Before {
  outline: Outline;
  content: Outline;
}

/**
 * Carries the content of unchanged parts over to the edited outline, so that paid text survives an edit. An unchanged
 * page keeps everything, including tables that came with its content. On other pages a point with the same title keeps
 * its text: first in the same place, then on a page or in a chapter of the same name, then anywhere if the title is
 * unique in the content. Points with text of their own keep it.
 */
export function carryOver(edited: Outline, before: Before): Outline {
  const pages = unchangedPages(before);
  const textFor = textFinder(before.content);
  const kept: Outline = {
    ...edited,
    chapters: edited.chapters.map((chapter) => ({
      ...chapter,
      pages: chapter.pages.map(
        (page) =>
          unchanged(page, pages.get(pageKey(chapter.title, page))) ?? {
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
  return withNotesOf(before.content, withLinksOf(before.content, kept));
}

/** Numbers and emphasis are those of the edit. */
function unchanged(edited: Page, page: Page | undefined): Page | undefined {
  return page && { ...page, blocks: withMarksFrom(page.blocks, edited.blocks) };
}

/** Pages with content by their form in the outline. Ambiguous keys are left out. */
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

/** The key of a page with its blocks. It includes text, so a page with text never matches an unchanged one. */
function pageKey(chapter: string, page: Page): string {
  return JSON.stringify([chapter, page.title, withoutMarks(page.blocks)]);
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

/** Keys of the places that a point's text may come from: anywhere first, then the narrowest first. */
function placesOf(title: string, chapter: string, page: string): [string, ...string[]] {
  const key = (...place: (string | null)[]) => JSON.stringify([title, ...place]);
  return [key(), key(chapter, page), key(null, page), key(chapter, null)];
}

/** Whether every point has text, so that nothing needs to be generated. */
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
