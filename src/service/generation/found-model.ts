import type { LocalModel } from '../../base/io/local-models';
import { Refusal } from '../../base/threads/refusal';
import { promptsOf } from '../../outline/prompts';
import { GenerationError } from '../writer/openai/generation-error';
import type { Writer } from '../writer/writer';

/** People wait for an outline. */
const OUTLINE_MS = 5 * 60_000;

/** Limits of a model that no one chose: the start includes loading it from the disk. */
export const FOUND_LIMITS = { timeoutMs: 180_000, totalMs: 300_000, retries: 1, repairs: 1, isStrict: true } as const;

/**
 * A model that was found on this machine, and not chosen by a person, never costs a person the deck: for what it does
 * not write well in time, `offline` writes a frame, and a note says so. Its outline is passed on as a whole, because
 * only a whole outline can be judged.
 */
export function foundModel(model: Writer, offline: Writer, { model: name, baseUrl }: LocalModel): Writer {
  const named = `The language model ${name}, found at ${baseUrl},`;
  return {
    ...model,

    async *outline(request) {
      const late = AbortSignal.timeout(OUTLINE_MS);
      let text = '';
      try {
        const signal = AbortSignal.any([request.signal, late]);
        for await (const fragment of model.outline({ ...request, signal })) {
          if (fragment === '') yield '';
          text += fragment;
        }
      } catch (error) {
        request.signal.throwIfAborted();
        const why = late.aborted ? 'it took more than 5 minutes' : reasonOf(error);
        request.onNote?.(`${named} gave no usable outline (${why}), so this deck is a frame.`);
        yield* offline.outline(request);
        return;
      }
      yield text;
    },

    content(request) {
      // Only people can answer the prompts of a frame.
      if (promptsOf(request.outline).length > 0) return offline.content(request);
      return model.content({
        ...request,
        onGaps({ slides, of, reason }) {
          const which = `${slides} of ${of} slides`;
          request.onNote?.(`${named} did not write ${which}, which have headings without text: ${reasonOf(reason)}.`);
        },
      });
    },
  };
}

/** Without the remedy for a model that a person chose. */
function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'it took too long';
  const isKnown = error instanceof Refusal || error instanceof GenerationError;
  const words = isKnown ? error.message.split(/; (?:retry|use)/, 1)[0]! : 'it failed';
  return words.replace(/^the outline of the language model cannot be used: /, '');
}
