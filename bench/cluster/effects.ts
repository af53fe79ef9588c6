import type { DeckEnd, Span } from './decks';
import type { DeckSteps } from './steps';

/** A deck, held against what the services have of it. */
export interface JudgedDeck {
  end: DeckEnd;
  wrong: string[];
  steps: DeckSteps;
  /** Builds of the workers that took its workflow tasks. */
  builds: string[];
}

/** When a fault was there. */
export interface Struck extends Span {
  name: string;
}

/** What a fault did to the decks that were under way. */
export interface FaultEffect {
  name: string;
  seconds: number;
  decks: number;
  /** Whose workflow tasks several workers took, and calls of any that timed out. */
  moved: number;
  timedOut: number;
  parked: number;
  duplicates: number;
  wrong: number;
}

export function effectOf(struck: Struck, judged: readonly JudgedDeck[]): FaultEffect {
  const met = judged.filter(({ end: { lived } }) => lived.from < struck.to && lived.to > struck.from);
  const count = (is: (deck: JudgedDeck) => boolean) => met.filter(is).length;
  return {
    name: struck.name,
    seconds: (struck.to - struck.from) / 1000,
    decks: met.length,
    moved: count(({ steps }) => steps.pids.length > 1),
    timedOut: met.flatMap(({ steps }) => steps.timedOut.filter(({ at }) => at > struck.from && at < struck.to)).length,
    parked: count(({ end }) => end.helped > 0),
    duplicates: count(({ end }) => (end.result?.possibleDuplicates.length ?? 0) > 0),
    wrong: count(({ wrong }) => wrong.length > 0),
  };
}

/** As Markdown. */
export function faultTable(effects: readonly FaultEffect[]): string {
  return [
    '| fault | time | decks under way | moved to another worker | calls that timed out | parked and told to retry | reported duplicates | wrong |',
    '|---|---|---|---|---|---|---|---|',
    ...effects.map(
      ({ name, seconds, decks, moved, timedOut, parked, duplicates, wrong }) =>
        `| ${[name, `${seconds.toFixed(0)} s`, decks, moved, timedOut, parked, duplicates, wrong].join(' | ')} |`,
    ),
  ].join('\n');
}
