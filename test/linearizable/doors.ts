import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { packageRoot } from '../../src/base/io/package-root';
import type { PresentationProgress, ReviewAnswer } from '../../src/core/progress';
import type { ReviewMessage } from '../../src/core/review-message';
import { InvalidReview, review } from '../../src/decks/api';
import type { TemporalConnection } from '../../src/temporal';
import type { Assistant } from '../mcp/assistant';
import type { Review } from '../review/review';

/** What a client asks of the gate of a deck. */
export interface Request {
  kind: 'approve' | 'edit' | 'reject' | 'read';
  revision: number;
  by: string;
}

/**
 * `unknown`: no answer came, so the decision may have been taken, or may still be. `busy`: refused because another decision
 * was accepted and is not carried out yet; until it is, reads show the gate as it was. Also of an update that the server
 * rejected after an outage, because the worker had not seen it.
 */
export type Answer =
  | { answer: 'taken'; now: number }
  | { answer: 'refused' | 'busy'; why: string }
  | { answer: 'unknown' }
  | { answer: 'seen'; seen: Seen };

export interface Seen {
  revision: number;
  outcome: '' | 'approved' | 'rejected';
  /** Who has approved the revision, while the gate is open. */
  given: string[];
}

/** A way to decide about a deck. `updateId` is the same when a request is sent again. */
export type Door = (workflowId: string, request: Request, updateId: string) => Promise<Answer>;

const MAIN = join(packageRoot, 'dist', 'src', 'cli', 'main.js');
const ANSWER_MS = 20_000;
const taken = ({ revision }: Pick<ReviewAnswer, 'revision'>): Answer => ({ answer: 'taken', now: revision });
const refused = (why: string): Answer => ({ answer: /was just decided/.test(why) ? 'busy' : 'refused', why });
const unknown: Answer = { answer: 'unknown' };

/** How the deck refuses a decision of these tests; any other error leaves open what became of it. */
const REFUSAL =
  /was just decided|not the current revision|already approved|has ended|is complete|no longer|not awaiting|is not running/;

export const textOf = (title: string) =>
  `# ${title}\n\n## Origins\n\n### China\n\n#### Rivers\n\nIt came down the rivers.\n`;

function messageOf({ kind, revision, by }: Request): ReviewMessage {
  const decision = kind as 'approve' | 'edit' | 'reject';
  const outline = kind === 'edit' ? { outline: textOf(`Tea, by ${by}`) } : {};
  return { revision, decision, reviewer: by, verified: true, ...outline };
}

function seenOf({ outline, review: gate, approval, decisions = [] }: PresentationProgress): Seen {
  const rejected = decisions.some(({ decision }) => decision === 'reject');
  return {
    revision: outline!.revision,
    outcome: rejected ? 'rejected' : approval === undefined ? '' : 'approved',
    given: gate?.approvals?.given.map(({ by }) => by) ?? [],
  };
}

/** Programs with the package. */
export const apiDoor =
  ({ client }: TemporalConnection): Door =>
  async (workflowId, request, updateId) => {
    const handle = client.workflow.getHandle(workflowId);
    try {
      if (request.kind === 'read') {
        const progress = await client.withDeadline(Date.now() + ANSWER_MS, () =>
          handle.query<PresentationProgress>('progress'),
        );
        return { answer: 'seen', seen: seenOf(progress) };
      }
      return taken(await review(handle as never, messageOf(request), { updateId, timeoutMs: ANSWER_MS }));
    } catch (error) {
      return error instanceof InvalidReview ? refused(error.message) : unknown;
    }
  };

/** Programs without it, by the update of the workflow. */
export const updateDoor =
  ({ client }: TemporalConnection): Door =>
  async (workflowId, request, updateId) => {
    if (request.kind === 'read') return apiDoor({ client } as TemporalConnection)(workflowId, request, updateId);
    try {
      const args: [ReviewMessage] = [messageOf(request)];
      const sent = client.workflow
        .getHandle(workflowId)
        .executeUpdate<ReviewAnswer, [ReviewMessage]>('review', { updateId, args });
      return taken(await sent);
    } catch (error) {
      const closed = /already completed|not found/i.test(String(error));
      const why = String((error as Error).cause);
      // The package sends it again; a program without it has to.
      if (/wasn't processed by worker/.test(why)) return { answer: 'busy', why };
      if (error instanceof WorkflowUpdateFailedError) return refused(why);
      return closed ? refused(String(error)) : unknown;
    }
  };

/** What the page calls, with a link that is signed for the person. */
export const httpDoor =
  (server: Review): Door =>
  async (workflowId, request, updateId) => {
    const path = `/v1/decks/${workflowId.replace('presentation/', '')}`;
    const link = server.link({ workflowId, reviewer: request.by });
    if (request.kind === 'read') {
      const { status, json } = await server.call(path, { link });
      // Without a worker, a deck that has ended is read from its result, which has no outline.
      if (status !== 200 || json.revision === undefined) return unknown;
      return { answer: 'seen', seen: seenOf({ ...json, outline: json }) };
    }
    const { reviewer: _, verified: __, ...json } = messageOf(request);
    const { status, json: answer } = await server.call(`${path}/decisions`, {
      link,
      json,
      headers: { 'idempotency-key': updateId },
    });
    if (status === 200) return taken(answer);
    return status === 409 || status === 422 ? refused(JSON.stringify(answer)) : unknown;
  };

/** `deck review` in a terminal. */
export const cliDoor =
  (cwd: string): Door =>
  async (workflowId, { kind, revision, by }) => {
    if (kind === 'read') return unknown;
    const decision = kind === 'edit' ? ['--edit', 'text.md'] : [`--${kind}`];
    const args = [MAIN, 'review', workflowId, ...decision, '--revision', String(revision), '--reviewer', by, '--json'];
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        args,
        { cwd, env: { ...process.env, DECK_INTERNAL_SETTINGS: '1' } },
        (error, out, err) => {
          if (error === null) resolve(taken(JSON.parse(out)));
          else resolve(REFUSAL.test(err) ? refused(err) : unknown);
        },
      );
    });
  };

/** An assistant, whose person confirms everything. Decisions are recorded in the name of the person at the computer. */
export const assistantDoor =
  (assistant: Assistant): Door =>
  async (workflowId, { kind, revision, by }) => {
    if (kind === 'read') return unknown;
    const outline = kind === 'edit' ? { outline: textOf(`Tea, by ${by}`) } : {};
    const { isError, text, data } = await assistant.call('review_deck', {
      id: workflowId,
      revision,
      decision: kind,
      ...outline,
    });
    if (!isError) return { answer: 'taken', now: data.revision as number };
    return REFUSAL.test(text) ? refused(text) : unknown;
  };
