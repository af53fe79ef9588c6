import { setTimeout as sleep, setImmediate as yieldToOthers } from 'node:timers/promises';
import { SeededRandom } from './random';

/** Without a delay between fragments, the event loop gets a turn after this many. */
const FRAGMENTS_A_TURN = 16;

/** Splits the text into small pieces, like a language model's output. */
export async function* fragments(text: string, delayMs: number, signal: AbortSignal): AsyncGenerator<string> {
  signal.throwIfAborted();
  let sent = 0;
  for (const fragment of pieces(text)) {
    sent += 1;
    if (delayMs > 0) await sleep(delayMs, undefined, { signal });
    else if (sent % FRAGMENTS_A_TURN === 0) await yieldToOthers(undefined, { signal });
    yield fragment;
    signal.throwIfAborted();
  }
}

/** One to three words, or two to six hanzi; characters are never split. */
function* pieces(text: string): Generator<string> {
  const random = new SeededRandom(text);
  let piece = '';
  let units = 0;
  let wanted = random.integer(2, 6);
  for (const character of text) {
    piece += character;
    if (/\p{Script=Han}/u.test(character)) units += 1;
    else if (/\s/.test(character)) units += 2;
    // A word without spaces, such as a URL or a long name, is split as well.
    else if (piece.length >= 24) units = wanted;
    if (units >= wanted) {
      yield piece;
      piece = '';
      units = 0;
      wanted = random.integer(2, 6);
    }
  }
  if (piece !== '') yield piece;
}
