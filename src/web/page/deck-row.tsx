import type { ComponentChildren } from 'preact';
import type { DeckList } from '../v1/schemas';
import { usePreferences } from './preferences';

type Listed = Pick<DeckList['decks'][number], 'workflowId' | 'title' | 'uid' | 'channel' | 'attention'>;

/** Decks that other programs start may have no title in their memo. */
export const titleOf = ({ title, workflowId }: Pick<Listed, 'title' | 'workflowId'>) => title.trim() || workflowId;

/** A deck in a list: title, user and age, then its state, then what can be done. */
export function DeckRow(props: {
  deck: Listed;
  since: string;
  ageText?: (age: string) => string;
  state: ComponentChildren;
  /** The review deadline. */
  due?: string;
  /** Before the title. */
  select?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { deck, since, ageText = (age) => age, state, due, select, children } = props;
  const { words, when, language } = usePreferences();
  const { uid, channel, attention } = deck;
  return (
    <li class={attention === undefined ? 'deck' : 'deck attention'}>
      <div class="deck-select">{select}</div>
      <div class="deck-name">
        <h2>{titleOf(deck)}</h2>
        <p class="hint">
          {uid !== undefined && `${words.list.user} ${uid} · `}
          {channel !== undefined && `${words.channel} ${channel} · `}
          <time dateTime={since} title={when(since)}>
            {ageText(ageOf(since, language))}
          </time>
        </p>
      </div>
      <p class="deck-stage">
        {state}
        {due !== undefined && <small>{words.list.deadline(when(due))}</small>}
      </p>
      {children}
    </li>
  );
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function ageOf(iso: string, language: string): string {
  const age = Date.now() - Date.parse(iso);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, length] = units.find(([, time]) => age >= time) ?? ['second', 1000];
  return format.format(-Math.floor(age / length), unit);
}
