import { LruCache } from '../base/io/lru-cache';
import type { DocumentStore } from '../decks/documents/document-store';
import type { ReviewLink } from '../decks/links/review-links';
import { linksValidFrom } from '../decks/links/revoked-links';
import { HttpError } from './http-error';
import type { ReviewedDecks } from './reviewed-decks';
import { shared } from './shared-read';

interface DeckLinks {
  validFrom: number;
  firstRunId: string | undefined;
}

/** A page reads its deck many times a second at most this long after a revocation. Decisions always look. */
const KNOWN_MS = 2_000;

/** Links that end before they expire: their deck was started again under its key, or someone revoked them. */
export class EndedLinks {
  private readonly known = new LruCache<Promise<DeckLinks>>({ weight: 1_000, ms: KNOWN_MS });

  constructor(
    private readonly decks: Pick<ReviewedDecks, 'describe'>,
    private readonly documents: Pick<DocumentStore, 'ledger'>,
  ) {}

  /** @throws HttpError if a link has ended */
  async refuse(link: Pick<ReviewLink, 'workflowId' | 'firstRunId' | 'issuedAt'>, method: string): Promise<void> {
    const { workflowId, firstRunId, issuedAt = Date.now() } = link;
    if (method !== 'GET' && method !== 'HEAD') this.forget(workflowId);
    const deck = await shared(this.known, workflowId, () => this.look(workflowId));
    if (firstRunId !== undefined && firstRunId !== deck.firstRunId) {
      throw new HttpError('link-ended', 'This link is for an earlier deck with this key. Ask for a new one.');
    }
    if (issuedAt < deck.validFrom) throw new HttpError('link-ended', 'This link was revoked. Ask for a new one.');
  }

  forget(workflowId: string): void {
    this.known.delete(workflowId);
  }

  private async look(workflowId: string): Promise<DeckLinks> {
    const [{ firstRunId }, validFrom] = await Promise.all([
      this.decks.describe(workflowId),
      linksValidFrom(this.documents.ledger, workflowId),
    ]);
    return { firstRunId, validFrom };
  }
}
