import type { Chapter, Language, Outline, Page } from '../../outline/outline';
import { detectLanguage, writeOutline } from '../../outline/outline-markdown';
import { readLibrary } from '../library';
import { composeOutline } from '../offline/compose';
import { writeContent } from '../offline/content';
import type { SeedChapter, SeedPage, TopicSeed, TopicTexts } from './topic-seed';

/** A preset topic as listed. */
export interface TopicSummary {
  id: number;
  title: string;
}

export interface Topic extends TopicSummary {
  /** The origin of the topic; the specification shows the field but no values. */
  source: number;
  /** Id of the scene in the filters of the template search. */
  scene: number;
  /** Outline with text under every point, directly usable for a deck. */
  deck: Outline;
  /** The same as Markdown. */
  content: string;
}

/** Topics that ship with the service. */
const BUILT_IN = 1;

let texts: Record<Language, TopicTexts> | undefined;
const decks = new Map<number, Outline>();

/** Returns a page of the topics, sorted by id; `total` counts all. Pages start at 1. */
export function listTopics(page: number, size: number): { total: number; list: TopicSummary[] } {
  const start = (page - 1) * size;
  const seeds = allSeeds();
  return { total: seeds.length, list: seeds.slice(start, start + size).map(({ id, title }) => ({ id, title })) };
}

/** Returns the topic with its deck; deterministic. Undefined for an unknown id. */
export function topicById(id: number): Topic | undefined {
  const seed = allSeeds().find((each) => each.id === id);
  if (!seed) return undefined;
  const { title, scene } = seed;
  const deck = decks.get(id) ?? deckOf(seed);
  decks.set(id, deck);
  return { id, title, source: BUILT_IN, scene, deck, content: writeOutline(deck, { notes: false }) };
}

/** Loaded on first use. */
function topicTexts(): Record<Language, TopicTexts> {
  texts ??= { zh: readLibrary<TopicTexts>('topics-zh'), en: readLibrary<TopicTexts>('topics-en') };
  return texts;
}

function allSeeds(): TopicSeed[] {
  const { zh, en } = topicTexts();
  return [...zh.topics, ...en.topics].sort((a, b) => a.id - b.id);
}

/** The hand-written page, followed by the hand-written frame or the offline writer's chapters. */
function deckOf(seed: TopicSeed): Outline {
  const { title, options, opening, frame } = seed;
  const language = detectLanguage(title);
  const asked = { ...options, language };
  const page = pageOf(opening);
  if (frame !== undefined) {
    const chapters = topicTexts()[language].frames[frame].map(chapterOf);
    return { title, language, chapters: opened(chapters, page) };
  }
  const outline = composeOutline({ title, options: asked, variant: 0 });
  return writeContent({ ...outline, chapters: opened(outline.chapters, page) }, asked);
}

function opened([first, ...rest]: Chapter[], page: Page): Chapter[] {
  return first ? [{ ...first, pages: [page, ...first.pages] }, ...rest] : [];
}

function chapterOf({ title, pages }: SeedChapter): Chapter {
  return { title, pages: pages.map(pageOf) };
}

function pageOf({ title, points }: SeedPage): Page {
  return {
    title,
    blocks: Object.entries(points).map(([name, text]) => ({ kind: 'point', title: name, text: [text] })),
  };
}
