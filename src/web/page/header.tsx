import type { ComponentChildren } from 'preact';
import type { DeckView } from '../v1/schemas';
import { gateOf } from './policy';
import { usePreferences } from './preferences';
import type { Words } from './words-en';

/** The deck's title, what the reviewer is asked to do, and until when. `children` are shown next to the title. */
export function Header({ deck, children }: { deck: DeckView; children?: ComponentChildren }) {
  const { words, when } = usePreferences();
  const { review, stage, channel } = deck;
  const ready = deck.openPrompts === undefined ? words.outcomes.delivered : words.frame(deck.openPrompts);
  const outcome = stage === 'delivered' ? ready : undefined;
  const kicker = review === undefined ? outcome?.title : words.gate[gateOf(deck, review.gate)];
  const lead = review === undefined ? outcome?.text : words.intro[gateOf(deck, review.gate)];
  return (
    <header class="top">
      <p class="kicker">{kicker}</p>
      <div class="title-row">
        <h1>{deck.title}</h1>
        {children}
      </div>
      {lead !== undefined && <p class={review === undefined ? 'lead' : 'lead at-gate'}>{lead}</p>}
      {channel !== undefined && (
        <p class="hint">
          {words.channel} {channel}
        </p>
      )}
      {review?.deadline !== undefined && (
        <p class="hint">{words.deadline(when(review.deadline), words.onDeadline[review.onDeadline ?? ''])}</p>
      )}
    </header>
  );
}

/** A delivered deck with open prompts is called a frame. */
export function frameTitle({ stage, openPrompts }: DeckView, words: Words): string | undefined {
  return stage === 'delivered' && openPrompts !== undefined ? words.frame(openPrompts).title : undefined;
}
