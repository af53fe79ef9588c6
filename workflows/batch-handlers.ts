import { ApplicationFailure, defineQuery, defineSignal, defineUpdate, setHandler } from '@temporalio/workflow';
import { type BatchProgress, batchMessages, WIDEST_WINDOW } from '../src/core/batch';
import { whyUnreadable } from '../src/core/unreadable';
import { counted } from '../src/text/counted';
import { oneLine } from '../src/text/unprintable';
import { addIgnoredSignal, type BatchState } from './batch-state';

interface Handled {
  state: BatchState;
  /** False in runs that 0.1.0 started: it accepted a list as an object without fields. */
  strict: boolean;
  progress(): BatchProgress;
  /** Called for every message that is recorded in the history. */
  arrived(message: unknown): void;
  changed(): void;
}

/** Result of an update. */
interface Answer {
  message: string;
}

interface Message {
  description: string;
  /** Reads an argument; never throws. @returns how to apply it, or why it is rejected */
  read(value: Record<string, unknown>, state: BatchState): { refusal: string } | { take(): Answer };
}

const LONGEST_COMMENT = 500;

const messages: Record<Exclude<keyof typeof batchMessages, 'progress'>, Message> = {
  pause: {
    description: 'Starts no more decks; running decks continue. Example: {"by": "me", "comment": "over the weekend"}',
    read(value, state) {
      if (state.paused !== undefined) return { refusal: `the batch was already paused by ${state.paused.by}` };
      return {
        take() {
          const comment = textOf(value.comment);
          state.paused = { by: textOf(value.by) ?? 'a person', ...(comment === undefined ? {} : { comment }) };
          return { message: `paused; decks still running: ${state.running.length}` };
        },
      };
    },
  },
  resume: {
    description: 'Resumes a paused batch. Example: {"by": "me"}',
    read(_value, state) {
      if (state.paused === undefined) return { refusal: 'the batch is not paused' };
      return {
        take() {
          delete state.paused;
          return { message: 'resumed' };
        },
      };
    },
  },
  setWindow: {
    description: `Sets how many decks run at the same time, 1 to ${WIDEST_WINDOW}. Example: {"window": 20}`,
    read({ window }, state) {
      if (typeof window !== 'number' || !Number.isInteger(window) || window < 1 || window > WIDEST_WINDOW) {
        return { refusal: `window must be a whole number from 1 to ${WIDEST_WINDOW}` };
      }
      const { plan } = state;
      if (plan === undefined) return { refusal: 'the batch is still checking its items' };
      return {
        take() {
          plan.window = window;
          return { message: `at most ${counted(window, 'deck runs', 'decks run')} at the same time` };
        },
      };
    },
  },
  cancelRunning: {
    description: 'Sets whether canceling the batch also cancels its running decks. Example: {"cancelRunning": true}',
    read({ cancelRunning }, state) {
      if (typeof cancelRunning !== 'boolean') return { refusal: 'cancelRunning must be true or false' };
      const { plan } = state;
      if (plan === undefined) return { refusal: 'the batch is still checking its items' };
      return {
        take() {
          plan.cancelRunning = cancelRunning;
          return {
            message: `if the batch is cancelled, its running decks ${cancelRunning ? 'are cancelled as well' : 'continue'}`,
          };
        },
      };
    },
  },
};

/**
 * Sets the query, updates and signals of a batch. A signal and an update of the same name do the same. A signal handler
 * never throws, because that would block the batch; an invalid signal becomes a problem.
 */
export function handleBatch({ state, strict, progress, arrived, changed }: Handled): void {
  setHandler(defineQuery<BatchProgress>(batchMessages.progress), progress, {
    description: 'Returns the counts, running decks, failures and report of this batch. Takes no argument.',
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
        // Cannot happen: the validator has just accepted the message.
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
      { description: `Same as the update ${name}, without a response.` },
    );
  }
  // No default handler: with one, the SDK would keep throwing at a signal whose name begins with __temporal_.
}

/** Turns an error into a rejection, so that a bad message cannot block the batch. */
function orRefusal<T>(take: () => T): T | { refusal: string } {
  try {
    return take();
  } catch (error) {
    return { refusal: `the message cannot be read: ${error instanceof Error ? error.message : 'unknown'}` };
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
