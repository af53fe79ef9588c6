import { ApplicationFailure, defineQuery, defineUpdate, setHandler } from '@temporalio/workflow';
import { counted } from '../../src/base/text/counted';
import { oneLine } from '../../src/base/text/unprintable';
import { type BatchProgress, batchMessages, WIDEST_WINDOW } from '../../src/core/batch';
import { maybe, readFields } from '../../src/core/fields';
import * as z from '../../src/core/zod';
import type { BatchState } from './state';

interface Handled {
  state: BatchState;
  progress(): BatchProgress;
  /** Called for every message that is recorded in the history. */
  arrived(): void;
  changed(): void;
}

/** Result of an update. */
interface Answer {
  message: string;
}

interface Message {
  description: string;
  /** Reads an argument; never throws. @returns how to apply it, or why it is rejected */
  read(value: unknown, state: BatchState): { refusal: string } | { take(): string };
}

const LONGEST_TEXT = 500;
// Without an unknown or a long field, so that messages do not fill a history.
const text = z.string('must be text').check(
  z.maxLength(LONGEST_TEXT, `is longer than ${LONGEST_TEXT} characters`),
  z.overwrite((given) => oneLine(given).trim()),
);

/** @param example the fields, as people send them */
function message<Shape extends Record<string, z.ZodMiniType>>(
  does: string,
  example: string,
  shape: Shape,
  rules: {
    fault(state: BatchState): string | undefined;
    take(fields: z.infer<ReturnType<typeof schemaOf<Shape>>>, state: BatchState): string;
  },
): Message {
  const schema = schemaOf(shape, example);
  return {
    description: `${does} Example: ${example}`,
    read(value, state) {
      const read = readFields(schema, value ?? {});
      if ('refusal' in read) return read;
      const refusal = rules.fault(state);
      return refusal === undefined ? { take: () => rules.take(read.message, state) } : { refusal };
    },
  };
}

function schemaOf<Shape extends Record<string, z.ZodMiniType>>(shape: Shape, example: string) {
  return z.strictObject({ by: maybe(text), ...shape }, `send one object: ${example}`);
}

const WINDOW = `must be a whole number from 1 to ${WIDEST_WINDOW}`;
const unprepared = ({ plan }: BatchState) => (plan === undefined ? 'the batch is still checking its items' : undefined);

const messages: Record<Exclude<keyof typeof batchMessages, 'progress'>, Message> = {
  pause: message(
    'Starts no more decks; running decks continue.',
    '{"by": "me", "comment": "over the weekend"}',
    { comment: maybe(text) },
    {
      fault: ({ paused }) => paused && `the batch was already paused by ${paused.by}`,
      take({ by, comment }, state) {
        state.paused = { by: by || 'a person', ...(comment ? { comment } : {}) };
        return `paused; decks still running: ${state.running.length}`;
      },
    },
  ),
  resume: message(
    'Resumes a paused batch.',
    '{"by": "me"}',
    {},
    {
      fault: ({ paused }) => (paused === undefined ? 'the batch is not paused' : undefined),
      take(_, state) {
        delete state.paused;
        return 'resumed';
      },
    },
  ),
  setWindow: message(
    `Sets how many decks run at the same time, 1 to ${WIDEST_WINDOW}.`,
    '{"window": 20}',
    { window: z.int(WINDOW).check(z.minimum(1, WINDOW), z.maximum(WIDEST_WINDOW, WINDOW)) },
    {
      fault: unprepared,
      take({ window }, { plan }) {
        plan!.window = window;
        return `at most ${counted(window, 'deck runs', 'decks run')} at the same time`;
      },
    },
  ),
  cancelRunning: message(
    'Sets whether canceling the batch also cancels its running decks.',
    '{"cancelRunning": true}',
    { cancelRunning: z.boolean('must be true or false') },
    {
      fault: unprepared,
      take({ cancelRunning }, { plan }) {
        plan!.cancelRunning = cancelRunning;
        return `if the batch is cancelled, its running decks ${cancelRunning ? 'are cancelled as well' : 'continue'}`;
      },
    },
  ),
};

/** Sets the query and the updates of a batch. */
export function handleBatch({ state, progress, arrived, changed }: Handled): void {
  setHandler(defineQuery<BatchProgress>(batchMessages.progress), progress, {
    description: 'Returns the counts, running decks, failures and report of this batch. Takes no argument.',
  });
  for (const [name, { description, read }] of Object.entries(messages)) {
    const readNow = (value: unknown) =>
      state.phase === 'preparing' || state.phase === 'running'
        ? read(value, state)
        : { refusal: 'the batch has ended' };
    setHandler(
      defineUpdate<Answer, [unknown]>(name),
      (value) => {
        arrived();
        const found = readNow(value);
        // Cannot happen: the validator has just accepted the message.
        if ('refusal' in found) throw ApplicationFailure.nonRetryable(found.refusal, 'NotTaken');
        const answer = { message: found.take() };
        changed();
        return answer;
      },
      {
        validator: (value) => {
          const found = readNow(value);
          if ('refusal' in found) throw new Error(found.refusal);
        },
        description,
      },
    );
  }
  // No default handler: with one, the SDK would keep throwing at a signal whose name begins with __temporal_.
}
