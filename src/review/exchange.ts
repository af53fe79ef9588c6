import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Settings } from '../config';
import type { DocumentStore } from '../documents/document-store';
import type { ReviewLink } from '../edge/review-links';
import type { DeckLists } from './deck-list';
import type { Operators } from './operators';
import type { ReviewedDecks } from './reviewed-decks';
import type { SlidePreviews } from './slides';
import type { Templates } from './templates';
import type { Waiting } from './waiting';

/** What the calls of the page work with. */
export interface ReviewServices {
  /** With the address in use. */
  settings: Settings;
  log: Logger;
  linkKey: string;
  decks: ReviewedDecks;
  documents: DocumentStore;
  slides: SlidePreviews;
  templates: Templates;
  operators: Operators;
  lists: DeckLists;
  waiting: Waiting;
}

/** What is known of one request on its way. */
export interface Exchange {
  Variables: {
    /** Set behind the check of the link. */
    link: ReviewLink;
    /** The deck that the request is about, for the log. */
    deck: string | undefined;
  };
}

export type Call<Path extends string = string> = Context<Exchange, Path>;
