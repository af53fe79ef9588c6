import { listed } from '../base/text/listed';
import { about, fieldsOf, maybe, namesOf } from './fields';
import { reviewSchemas } from './review-message';
import * as z from './zod';

const { comment, reviewer, serviceId } = reviewSchemas;

/** The highest paid-call limit that a person can set for a deck. */
export const MOST_PAID_CALLS = 1000;

const PAID_CALLS = `must be a whole number from 1 to ${MOST_PAID_CALLS}`;
const RETURNED = 'must be the text that the generation service returned';
const returned = z.string(RETURNED).check(z.regex(/^[\w.~-]{1,200}$/, RETURNED));

const taskId = about('Task id at the generation service.', serviceId);
const designId = about('Design id at the generation service.', serviceId);

/** Every way to proceed, with the fields that only it can have. */
export const resolutions = Object.freeze({
  retry: {
    paidCalls: maybe(
      z.int(PAID_CALLS).check(z.minimum(1, PAID_CALLS), z.maximum(MOST_PAID_CALLS, PAID_CALLS)),
      'With retry: the new paid-call limit of the deck, including the calls already made.',
    ),
    newJob: maybe(
      z.literal(true, 'must be true'),
      'With retry: start a new paid job instead of looking again at the one that has not ended.',
    ),
  },
  skip: {},
  abandon: {},
  provide: {
    taskId: maybe(taskId),
    designId: maybe(designId),
    ticket: maybe(returned, 'Ticket of a running content job.'),
    taskKey: maybe(returned, 'Key of a started export job.'),
  },
});
const actions = namesOf(resolutions);

const resolveFields = {
  action: about(
    'How to proceed. provide continues from ids that a person has looked up and requires at least one.',
    z.enum(actions, `must be ${listed(actions)}`),
  ),
  ...fieldsOf(resolutions),
  since: maybe(
    z.iso.datetime({ error: 'must be the time `attention.at` that you have read' }),
    'The time `attention.at` of the problem that this answers. A deck that is parked for another reason since then refuses.',
  ),
  by: maybe(reviewer),
  comment: maybe(comment, 'Reason.'),
};
const resolveMessage = about(
  'Argument of the update `resolve`: how a parked deck should proceed.',
  z.object(resolveFields, 'send one object: {"action": "retry"}'),
);
export type ResolveMessage = z.infer<typeof resolveMessage>;

/** Maximum delay of the next run. */
const LONGEST_HOLD_MS = 60_000;
const HOLD = `must be 0 to ${LONGEST_HOLD_MS} milliseconds`;

/** Argument of the update `moveToCurrentBuild`. */
const moveMessage = z.object(
  {
    /** Delays the first workflow task of the next run, so that the sender can assign the run to a build before it. */
    startAfterMs: maybe(z.number(HOLD).check(z.minimum(0, HOLD), z.maximum(LONGEST_HOLD_MS, HOLD))),
  },
  'send nothing, or {"startAfterMs": 10000}',
);
export type MoveMessage = z.infer<typeof moveMessage>;

export const resolveSchemas = Object.freeze({ taskId, designId, resolveMessage, moveMessage });
