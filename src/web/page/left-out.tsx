import type { DeckView } from '../v1/schemas';
import { useWords } from './preferences';

/** The parts of the source that are not on the slides. */
export function LeftOut({ deck: { leftOut = [] } }: { deck: DeckView }) {
  const words = useWords();
  if (leftOut.length === 0) return null;
  return (
    <details class="reading left-out">
      <summary>{words.leftOut}</summary>
      <ul lang="en">
        {leftOut.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
