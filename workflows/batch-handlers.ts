import { ApplicationFailure, defineQuery, defineSignal, defineUpdate, setHandler } from '@temporalio/workflow';
import { type BatchProgress, batchMessages, WIDEST_WINDOW } from '../src/core/batch';
import { whyUnreadable } from '../src/core/unreadable';
import { oneLine } from '../src/text/unprintable';
import { addIgnoredSignal, type BatchState } from './batch-state';

interface Handled {
  state: BatchState;
  /** False in runs that 0.1.0 began: it took a list for an object without fields. */
  strict: boolean;
  progress(): BatchProgress;
  /** A message has come that the history holds. */
  arrived(message: unknown): void;
  changed(): void;
}

/** What the sender of an update is told. */
interface Answer {
  message: string;
}

interface Message {
  description: string;
  /** Reads what was sent; never throws. @returns what it does, or why it does not fit. */
  read(value: Record<string, unknown>, state: BatchState): { refusal: string } | { take(): Answer };
}

const LONGEST_COMMENT = 500;

const messages: Record<Exclude<keyof typeof batchMessages, 'progress'>, Message> = {
  pause: {
    description: 'Starts no more decks; those that run go on. Example: {"by": "me", "comment": "over the weekend"}',
    read(value, state) {
      if (state.paused !== undefined) return { refusal: `the batch was already paused by ${state.paused.by}` };
      return {
        take() {
          const comment = textOf(value.comment);
          state.paused = { by: textOf(value.by) ?? 'a person', ...(comment === undefined ? {} : { comment }) };
          return { message: `paused; decks that go on: ${state.running.length}` };
        },
      };
    },
  },
  resume: {
    description: 'Goes on with a paused batch. Example: {"by": "me"}',
    read(_value, state) {
      if (state.paused === undefined) return { refusal: 'the batch is not paused' };
      return {
        take() {
          delete state.paused;
          return { message: 'the batch goes on' };
        },
      };
    },
  },
  setWindow: {
    description: `Sets how many decks are under way at once, 1 to ${WIDEST_WINDOW}. Example: {"window": 20}`,
    read({ window }, state) {
      if (typeof window !== 'number' || !Number.isInteger(window) || window < 1 || window > WIDEST_WINDOW) {
        return { refusal: `window must be a whole number from 1 to ${WIDEST_WINDOW}` };
      }
      const { plan } = state;
      if (plan === undefined) return { refusal: 'the batch is still checking its lines' };
      return {
        take() {
          plan.window = window;
          return { message: `at most ${window} decks are under way at once` };
        },
      };
    },
  },
  cancelRunning: {
    description:
      'Says whether a cancellation of the batch cancels the decks that run, too. Example: {"cancelRunning": true}',
    read({ cancelRunning }, state) {
      if (typeof cancelRunning !== 'boolean') return { refusal: 'cancelRunning must be true or false' };
      const { plan } = state;
      if (plan === undefined) return { refusal: 'the batch is still checking its lines' };
      return {
        take() {
          plan.cancelRunning = cancelRunning;
          return {
            message: `when the batch is cancelled, its decks ${cancelRunning ? 'are cancelled, too' : 'go on'}`,
          };
        },
      };
    },
  },
};

/**
 * Sets query, updates and signals of a batch; the two kinds have one name and one meaning. Nothing throws out of a handler of
 * a signal: the batch would stand still forever. What does not fit is a problem instead.
 */
export function handleBatch({ state, strict, progress, arrived, changed }: Handled): void {
  setHandler(defineQuery<BatchProgress>(batchMessages.progress), progress, {
    description: 'Counts, decks under way, failures and the report of this batch. No argument.',
  });
  for (const [name, { description, read }] of Object.entries(messages)) {
    const readAny = (value: unknown) => {
      if (state.phase !== 'preparing' && state.phase !== 'running') return { refusal: 'the batch has ended' };
      if (value === undefined || value === null) return read({}, state);
      return isObject(value, strict) ? read(value, state) : { refusal: 'send one object' };
    };
    const act = (value: unknown): Answer | { refusal: string } => {
      arrived(value);
      const found = readAny(value);
      if ('refusal' in found) return found;
      const answer = found.take();
      changed();
      return answer;
    };
    setHandler(
      defineUpdate<Answer, [unknown]>(name),
      (value) => {
        const answer = orRefusal(() => act(value));
        // After the validator only; between the two nothing runs.
        if ('refusal' in answer) throw ApplicationFailure.nonRetryable(answer.refusal, 'MessageIgnored');
        return answer;
      },
      {
        validator: (value) => {
          const found = readAny(value);
          if ('refusal' in found) throw new Error(found.refusal);
        },
        description,
      },
    );
    setHandler(
      defineSignal<[unknown]>(name),
      (value) => {
        const answer = orRefusal(() => act(value));
        if ('refusal' in answer) addIgnoredSignal(state, name, answer.refusal);
      },
      { description: `As the update ${name}, without an answer.` },
    );
  }
  // No default handler: with one, the SDK throws at a signal whose name begins with __temporal_, forever.
}

/** What goes wrong with a message is its sender's matter. */
function orRefusal<T>(take: () => T): T | { refusal: string } {
  try {
    return take();
  } catch (error) {
    return { refusal: `it cannot be read: ${error instanceof Error ? error.message : 'unknown'}` };
  }
}

function isObject(value: unknown, strict: boolean): value is Record<string, unknown> {
  if (whyUnreadable(value) !== undefined) return false;
  if (typeof value !== 'object' || value === null) return false;
  return !strict || !(Array.isArray(value) || ArrayBuffer.isView(value));
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = oneLine(value).trim().slice(0, LONGEST_COMMENT);
  return text === '' ? undefined : text;
}
