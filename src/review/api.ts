import type { Gate, OutlineRevision, PresentationProgress, ReviewMessage } from '../core/messages';
import type { Stage, Step } from '../core/stages';
import type { LinkRole } from '../edge/review-links';

/**
 * What the review page and its server say to each other: JSON under `/api`, types only, so that the page can import it.
 * Reviewers send their link as `Authorization: Bearer <link>`, read from behind the `#` of the page's own address; nothing
 * is sent by the browser of itself, so no other site can make it decide. Operators have a session cookie (HttpOnly,
 * SameSite=Strict), which only ever reads; calls with it need the header `X-Deck: 1`, which no other site can send.
 *
 * | call | answers |
 * |---|---|
 * | `GET /api/deck?since=<version>` | {@link DeckView}; with `since` it waits up to 20 s for another version, then 304 |
 * | `GET /api/revisions/:revision` | {@link RevisionText} |
 * | `GET /api/slides?revision=N&template=ID` | {@link SlideList}: the content as slides, drawn here |
 * | `GET /api/slides/:number?revision=N&template=ID` | `image/png`, a thumbnail |
 * | `GET /api/templates?page=N` | {@link TemplateList} of the service |
 * | `GET /api/templates/:id/cover` | its cover picture |
 * | `POST /api/decision` {@link Decision} | {@link DecisionAnswer}, or 409 {@link Refusal} with `conflict` |
 * | `GET /api/files/:index` | a delivered file, as a download |
 * | `POST /api/login` `{token}` · `POST /api/logout` | 204, the operator's cookie |
 * | `GET /api/decks?search=&stage=&cursor=` | {@link DeckList} |
 * | `POST /api/links` `{workflowId, gate?}` | `{address}`: a link for an operator who opens a deck of the list |
 *
 * Everything that is refused is a {@link Refusal} with a status that fits.
 */
export interface DeckView {
  /** Changes with everything else in here. */
  version: string;
  link: { gate: Gate; role: LinkRole; expiresAt: string; reviewer?: string };
  workflowId: string;
  title: string;
  /** Of the deck's user; absent where there is none. */
  channel?: string;
  stage: Stage;
  /** The step that the stage belongs to; absent at an end without files. */
  step?: Step;
  /** `RUNNING`, `COMPLETED`, `FAILED`, `CANCELLED`, `TERMINATED` or `TIMED_OUT`. */
  status: string;
  /** One sentence of the workflow, in English: for the screen, the page has its own words for each stage. */
  summary: string;
  /** Whether this link may decide now; if not, why. */
  mayDecide: boolean;
  mayNot?: 'role' | 'other-gate' | 'not-waiting' | 'ended' | 'needs-help';
  review?: NonNullable<PresentationProgress['review']>;
  /** The revision that stands. */
  revision?: number;
  /** The text came with the deck: nobody makes it anew, so there is no asking again. */
  ownWords?: true;
  revisions: (Pick<OutlineRevision, 'revision' | 'part' | 'source' | 'at' | 'by' | 'verified' | 'comment'> & {
    bytes: number;
  })[];
  approval?: PresentationProgress['approval'];
  contentApproval?: PresentationProgress['contentApproval'];
  rejection?: PresentationProgress['rejection'];
  template?: PresentationProgress['template'];
  exports: PresentationProgress['exports'];
  files: { index: number; name: string; format: string; bytes: number }[];
  attention?: { type: string; message: string; remedy: string };
  startedAt: string;
  updatedAt: string;
}

export interface RevisionText {
  revision: number;
  /** The whole text; the page makes the tree from it and the text from the tree. */
  markdown: string;
}

export interface SlideList {
  revision: number;
  slides: { number: number; title: string; kind: string }[];
  /** Width divided by height. */
  ratio: number;
}

export interface TemplateList {
  templates: { id: number; type: number; name: string; cover: boolean }[];
  page: number;
  pages: number;
}

/** As the workflow's own message; `template` is for approvals, and overrides what the deck was ordered with. */
export type Decision = Pick<ReviewMessage, 'revision' | 'decision' | 'comment' | 'reviewer' | 'template'> & {
  /** With `edit`: the whole text as Markdown. */
  outline?: string;
  /** With `edit`, instead of `outline`: the revision that shall stand again. */
  restore?: number;
  /** With `edit`: approve the edited text at once. */
  approve?: boolean;
};

export interface DecisionAnswer {
  decision: ReviewMessage['decision'];
  revision: number;
  message: string;
}

export interface Refusal {
  /** Stable; the page has words for each in both languages. */
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
    | 'login-wrong'
    | 'login-needed'
    | 'internal';
  /** One English sentence. */
  message: string;
  /** What stands now instead of what the reviewer decided about. */
  conflict?: { revision: number; by?: string; verified?: boolean; at?: string; stage: Stage };
}

export interface DeckList {
  decks: {
    workflowId: string;
    title: string;
    uid?: string;
    channel?: string;
    stage: string;
    status: string;
    attention?: string;
    reviewDue?: string;
    startedAt: string;
  }[];
  /** Of all decks, by stage, where there are any; `attention` beside them. */
  counts: { stage: string; decks: number }[];
  /** There may be more: a search reads a bounded number of titles at a time. A deck may come again on a later page. */
  cursor?: string;
}
