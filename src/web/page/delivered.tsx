import type { DeckView } from '../v1/schemas';
import type { Calls } from './calls';
import { DeckActions } from './deck-actions';
import { LeftOut } from './left-out';
import { parse } from './outline';
import { useWords } from './preferences';
import { Facts, Steps } from './progress';
import { DecisionRecord } from './record';
import { Share } from './share';
import { Slides } from './slides';
import type { Editor } from './use-editor';

const nothing = parse('');

/** The finished deck: its slides first, then how it came about. */
export function Delivered({ calls, deck, editor }: { calls: Calls; deck: DeckView; editor?: Editor }) {
  const words = useWords();
  return (
    <>
      <div class="delivered-actions flow">
        <Share calls={calls} />
        <DeckActions {...{ calls, deck }} />
      </div>
      <LeftOut deck={deck} />
      {deck.revision !== undefined && (
        <div class="work">
          <Slides
            calls={calls}
            revision={deck.revision}
            outline={editor?.outline ?? nothing}
            stale={false}
            hero
            template={deck.template?.id}
          />
        </div>
      )}
      <details class="reading">
        <summary>{words.progress.title}</summary>
        <Steps deck={deck} />
      </details>
      <Facts deck={deck} />
      <DecisionRecord deck={deck} />
    </>
  );
}
