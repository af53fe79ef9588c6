import type { z } from 'zod';
import type { ReviewAnswer } from '../core/progress';
import type { ResolveMessage } from '../core/resolve-message';
import type { ReviewMessage } from '../core/review-message';
import type { Stage } from '../core/stages';
import type { SlideJob } from '../slides/brand/kinds';
import type { TemplateReport } from '../slides/brand/template-report';
import type { schemas } from './v1/schemas';

/**
 * The JSON API between the review page and its server, as types only, so that the page can import it. Reviewers send
 * their link as `Authorization: Bearer <link>`, taken from the fragment of the page's URL. Browsers do not send it
 * automatically, so other sites cannot decide in a reviewer's name. Operators have a session cookie (HttpOnly,
 * SameSite=Strict), which only grants reading. Requests with it need the header `X-Deck: 1`, which other sites cannot
 * send.
 *
 * | request | response |
 * |---|---|
 * | `GET /api/deck?since=<version>` | {@link DeckView}; with `since`, waits up to 20 s for another version, then 304 |
 * | `GET /api/usual` | {@link Usual} |
 * | `POST /api/share` | `{address}`: a view-only link that is valid as long as the own one |
 * | `GET /api/revisions/:revision` | {@link RevisionText} |
 * | `GET /api/slides?revision=N&template=ID` | {@link SlideList}: the content rendered as slides |
 * | `GET /api/slides/:number?revision=N&template=ID&size=large` | `image/png`, a thumbnail without `size` |
 * | `GET /api/templates?page=N` | {@link TemplateList} of the generation service |
 * | `GET /api/templates/:id/cover` | its cover image |
 * | `POST /api/decision` {@link Decision} | {@link DecisionAnswer}, or 409 {@link ErrorBody} with `conflict` |
 * | `GET /api/files/:index` | a delivered file, as a download |
 * | `GET /api/login` | `{person, token}`: the ways to log in |
 * | `POST /api/login` `{token}` or `{link}` | 204, the operator's cookie |
 * | `POST /api/logout` | `{address?}`: where the session at the issuer ends |
 * | `GET /api/decks?search=&stage=&cursor=` | {@link DeckList} |
 * | `GET /api/inbox?reviewer=` | {@link InboxView} |
 * | `GET /api/remedy?deck=ID` | {@link Remedy}, empty unless an operator is logged in and the deck is parked |
 * | `POST /api/resolve` `{workflowId, action, paidCalls?, newJob?, since?, by?}` | `{message}`, for an operator |
 * | `POST /api/links` `{workflowId, gate?}` | `{address}`: a review link, by default for all gates, for an operator |
 * | `GET /api/brand-templates` | {@link BrandTemplateList}: templates from PowerPoint files, for an operator |
 * | `GET /api/brand-templates/:id` | {@link BrandTemplateView} |
 * | `POST /api/brand-templates/:id/roles` `{roles}` | {@link BrandTemplateView}: the layout of each kind of slide is corrected |
 *
 * Every error is an {@link ErrorBody} with a matching status.
 */
export type DeckView = z.infer<typeof schemas.deck>;

export type RevisionText = z.infer<typeof schemas.revisionText>;
export type SlideList = z.infer<typeof schemas.slideList>;
export type TemplateList = z.infer<typeof schemas.templateList>;

/** The message that the workflow receives. `template` goes with approvals and overrides the deck's input. */
export type Decision = Omit<ReviewMessage, 'outline' | 'verified' | 'via' | 'subject' | 'groups'> & {
  /** With `edit`: the complete text as Markdown. */
  outline?: string;
  /** With `edit`: also approve the edited text. */
  approve?: boolean;
};

export type DecisionAnswer = ReviewAnswer;

export interface ErrorBody {
  /** Stable. The page has a translated text for each. */
  error:
    | 'link-missing'
    | 'link-malformed'
    | 'link-forged'
    | 'link-expired'
    | 'not-allowed'
    | 'not-found'
    | 'conflict'
    | 'invalid'
    | 'too-large'
    | 'too-many'
    | 'no-worker'
    | 'stands-still'
    | 'no-temporal'
    | 'no-service'
    | 'token-invalid'
    | 'login-wrong'
    | 'login-needed'
    | 'internal';
  /** One English sentence. */
  message: string;
  /** The current state, which differs from the one that the reviewer decided about. */
  conflict?: { revision: number; by?: string; verified?: boolean; at?: string; stage: Stage };
}

/** Seconds that decks usually take from the last approval to the files, if enough decks are known. */
export interface Usual {
  seconds?: number;
}

/** How an operator can resolve a parked deck; the first way is the suggested one. */
export interface Remedy {
  advice?: string;
  ways?: (Pick<ResolveMessage, 'paidCalls' | 'newJob'> & { action: 'retry' | 'skip' | 'abandon' })[];
}

/** The decks that wait for a person. */
export type InboxView = z.infer<typeof schemas.inbox>;
export type DeckList = z.infer<typeof schemas.deckList>;

/** An error of `/v1`. */
export type Problem = z.infer<typeof schemas.problem>;
export type Fault = z.infer<typeof schemas.fault>;

export type BrandTemplateList = z.infer<typeof schemas.brandTemplates>;
export type CheckedDocument = z.infer<typeof schemas.checkedDocument>;

export interface BrandTemplateView {
  id: number;
  name: string;
  /** The kinds of slides whose layout a person chose; `report.mapping` has it. */
  corrected: SlideJob[];
  report: TemplateReport;
  /** The mapping without corrections. */
  automatic: TemplateReport['mapping'];
}
