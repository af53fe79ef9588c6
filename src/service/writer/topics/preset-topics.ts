import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../base/io/package-root';
import { given } from '../../../core/given';
import { composeFrame } from '../../../frames/frame';
import type { Kind } from '../../../frames/kinds';
import type { Outline } from '../../../outline/outline';
import { detectLanguage, writeOutline } from '../../../outline/outline-markdown';
import { withGaps } from '../../../outline/prompts';

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
  /** A frame for the topic, with a gap under every prompt. */
  deck: Outline;
  /** The same as Markdown. */
  content: string;
}

/** An entry of the file. */
export interface TopicSeed extends TopicSummary {
  /** The id must stay stable because clients store it. Its hundreds digit is the scene. */
  scene: number;
  kind: Kind;
  audience?: string;
}

/** Topics that ship with the service. */
const BUILT_IN = 1;

let seeds: readonly TopicSeed[] | undefined;
const decks = new Map<number, Outline>();

/** Returns a page of the topics, sorted by id; `total` counts all. Pages start at 1. */
export function listTopics(page: number, size: number): { total: number; list: TopicSummary[] } {
  const start = (page - 1) * size;
  const all = allSeeds();
  return { total: all.length, list: all.slice(start, start + size).map(({ id, title }) => ({ id, title })) };
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
function allSeeds(): readonly TopicSeed[] {
  seeds ??= JSON.parse(readFileSync(join(packageRoot, 'src/service/writer/topics/topics.json'), 'utf8')) as TopicSeed[];
  return seeds;
}

function deckOf({ title, kind, audience }: TopicSeed): Outline {
  return withGaps(composeFrame({ title, language: detectLanguage(title), kind, ...given({ audience }) }));
}
