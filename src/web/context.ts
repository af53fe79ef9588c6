import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { AuditLog } from '../base/audit/audit-log';
import type { Settings } from '../config';
import type { Batches } from '../decks/batches';
import type { DocumentStore } from '../decks/documents/document-store';
import type { LinkKeys } from '../decks/links/review-links';
import type { Comparer } from '../slides/import';
import type { Audited } from './audit';
import type { BrandTemplates } from './brand-templates';
import type { Caller } from './caller';
import type { DeckLists } from './deck-list';
import type { EndedLinks } from './ended-links';
import type { Logins } from './login';
import type { LongPolls } from './long-polls';
import type { Operators } from './operators';
import type { ReviewedDecks } from './reviewed-decks';
import type { SlidePreviews } from './slides';
import type { Templates } from './templates';
import type { UsualDuration } from './usual-duration';

/** The dependencies of the routes. */
export interface ReviewServices {
  /** With the URL that the server listens on. */
  settings: Settings;
  log: Logger;
  audit: AuditLog;
  linkKeys: LinkKeys;
  ended: EndedLinks;
  decks: ReviewedDecks;
  batches: Batches;
  documents: DocumentStore;
  slides: SlidePreviews;
  templates: Templates;
  brandTemplates: BrandTemplates;
  operators: Operators;
  /** Undefined without `reviewServer.login.issuer`. */
  logins: Logins | undefined;
  lists: DeckLists;
  longPolls: LongPolls;
  /** Whether a title gives a frame, because no language model writes here. */
  frames: Promise<boolean>;
  comparer: Comparer;
  usual: UsualDuration;
}

/** The Hono environment of a request. */
export interface ReviewEnv {
  Variables: {
    /** Set by `identify`; absent if the request names no one. */
    caller: Caller | undefined;
    /** The deck that the request concerns, for the log. */
    deck: string | undefined;
    /** What the handler adds to the entry of the audit log. */
    audited: Audited | undefined;
  };
}

export type ReviewContext<Path extends string = string> = Context<ReviewEnv, Path>;
