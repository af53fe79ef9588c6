import { LruCache } from '../base/io/lru-cache';
import { PRESENTATION } from '../core/messages';
import { PresentationStage } from '../core/search-attributes';
import { deckPage } from '../decks/deck-page';
import type { Decks } from '../decks/decks';
import type { ListedDeck } from '../decks/listed-deck';

/** Decks whose durations are compared, and how many of them it takes to call one usual. */
const DECKS = 8;
const ENOUGH = 3;
const KEPT_MS = 300_000;
const READ_MS = 5_000;

const QUERY = `WorkflowType = '${PRESENTATION}' AND ExecutionStatus = 'Completed' AND ${PresentationStage.name} = 'delivered'`;

type Cluster = ConstructorParameters<typeof Decks>[0];

/** How long decks usually take from their last approval to the files: the median of the newest ones, in seconds. */
export class UsualDuration {
  private readonly kept = new LruCache<Promise<number | undefined>>({ weight: 1, ms: KEPT_MS });

  constructor(
    private readonly temporal: Cluster,
    private readonly decks: Pick<Decks, 'outcome'>,
  ) {}

  seconds(): Promise<number | undefined> {
    return (
      this.kept.get('') ??
      this.kept.set(
        '',
        this.read().catch(() => undefined),
      )
    );
  }

  private async read(): Promise<number | undefined> {
    const { decks } = await this.temporal.connection.withDeadline(Date.now() + READ_MS, () =>
      deckPage(this.temporal, { query: QUERY, pageSize: DECKS, token: undefined }),
    );
    const known = (await Promise.all(decks.map((deck) => this.secondsOf(deck)))).filter((each) => each !== undefined);
    if (known.length < ENOUGH) return undefined;
    return known.sort((a, b) => a - b)[Math.floor(known.length / 2)];
  }

  private async secondsOf(deck: ListedDeck): Promise<number | undefined> {
    const outcome = await this.decks.outcome(deck).catch(() => undefined);
    if (outcome === undefined || !('result' in outcome) || deck.closedAt === undefined) return undefined;
    const { approval, contentApproval } = outcome.result;
    const from = contentApproval?.at ?? approval?.at;
    return from === undefined ? undefined : Math.round((Date.parse(deck.closedAt) - Date.parse(from)) / 1000);
  }
}
