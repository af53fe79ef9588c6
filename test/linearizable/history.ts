import { randomUUID } from 'node:crypto';
import type { Draw } from '../deep';
import type { Door, Request, Seen } from './doors';

/** One request of a client and the answer. Times are microseconds of this process. */
export interface Operation extends Request {
  client: number;
  call: number;
  return: number;
  answer: 'taken' | 'refused' | 'busy' | 'unknown' | 'seen';
  now?: number;
  /** The sentence of a refusal, for the reader of a failed run. */
  why?: string;
  seen?: Seen;
}

export interface Client {
  door: Door;
  /** The name under which its decisions are recorded. */
  by: string;
  /** An assistant and a command do not read the state that these histories compare. */
  reads: boolean;
}

const REQUESTS = 4;
const now = () => Math.round(performance.now() * 1000);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** All clients send their requests to one gate at once. Half of the requests without an answer are sent again. */
export async function record(workflowId: string, clients: readonly Client[], draw: Draw): Promise<Operation[]> {
  const history: Operation[] = [];
  /** The newest revision that any client knows of, as people tell each other. */
  let known = 1;
  const plans = clients.map(({ reads }) =>
    Array.from({ length: reads ? REQUESTS : 1 }, () => ({
      kind: draw.of(reads ? KINDS : KINDS.filter((kind) => kind !== 'read')),
      after: draw.below(400),
      older: draw.onceIn(6),
      again: draw.onceIn(2),
    })),
  );
  await Promise.all(
    clients.map(async ({ door, by }, client) => {
      for (const { kind, after, older, again } of plans[client]!) {
        await pause(after);
        const revision = Math.max(1, older ? known - 1 : known);
        const request = { kind, revision, by };
        const updateId = randomUUID();
        const call = now();
        let answer = await door(workflowId, request, updateId);
        if (answer.answer === 'unknown' && again && kind !== 'read') answer = await door(workflowId, request, updateId);
        if (answer.answer === 'taken') known = Math.max(known, answer.now);
        if (answer.answer === 'seen') known = Math.max(known, answer.seen.revision);
        // A read without an answer says nothing.
        if (answer.answer === 'unknown' && kind === 'read') continue;
        // A decision without one can still be taken at any time.
        const end = answer.answer === 'unknown' ? Number.MAX_SAFE_INTEGER : now();
        history.push({ client, call, return: end, ...request, ...answer });
      }
    }),
  );
  return history;
}

const KINDS = ['approve', 'approve', 'approve', 'approve', 'edit', 'edit', 'reject', 'read', 'read', 'read'] as const;
