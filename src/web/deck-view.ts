import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { withoutFolders } from '../base/text/without-folders';
import { channelIn, shortId } from '../core/deck-id';
import { given } from '../core/given';
import type { DeliveredFile, PresentationProgress } from '../core/progress';
import { isLeftOut } from '../core/remarks';
import { nameKey } from '../core/reviewer-name';
import { factsOf } from '../core/stages';
import { isFor } from '../decks/links/review-links';
import type { DeckAccess } from './caller';
import type { DeckSnapshot } from './reviewed-decks';
import type { DeckView } from './v1/schemas';

/** The channel of a deck's user. Until a deck has its plan, only its ID tells. */
export function channelOf({ channel, workflowId }: Pick<PresentationProgress, 'channel' | 'workflowId'>): string {
  return channel ?? channelIn(workflowId);
}

/** A deck as the caller can see it. Download links change with time, so they are not part of the version. */
export function deckView(
  { status, startedAt, progress }: DeckSnapshot,
  link: DeckAccess,
  downloadUrl: (file: DeliveredFile) => string,
): DeckView {
  const { workflowId, title, stage, summary, outline, attention } = progress;
  const { review, threads, approval, contentApproval, rejection, template, source, ownWords, openPrompts } = progress;
  const { step } = factsOf(stage) ?? {};
  const channel = channelOf(progress);
  const leftOut = progress.problems.filter(isLeftOut).map(({ message }) => message);
  const mayNot = whyNot(status, progress, link);
  const view = {
    id: shortId(workflowId),
    link: {
      gate: link.gate,
      role: link.role,
      ...(link.expiresAt === undefined ? {} : { expiresAt: new Date(link.expiresAt).toISOString() }),
      ...given({ reviewer: link.reviewer }),
    },
    workflowId,
    title,
    ...(channel === '' ? {} : { channel }),
    stage,
    ...(step === undefined || step === 'none' ? {} : { step }),
    status,
    summary: withoutFolders(summary),
    mayDecide: mayNot === undefined,
    ...given({ mayNot }),
    ...(outline === undefined ? {} : { revision: outline.revision }),
    revisions: progress.revisions.map(({ document, ...revision }) => ({ ...revision, bytes: document.bytes })),
    ...given({ review, threads, approval, contentApproval, rejection, template, source, ownWords, openPrompts }),
    ...recordOf(progress),
    exports: progress.exports,
    files: progress.files.map(({ format, path, bytes }, index) => ({ index, name: basename(path), format, bytes })),
    ...(attention === undefined
      ? {}
      : {
          attention: {
            type: attention.type,
            message: withoutFolders(attention.message),
            remedy: withoutFolders(attention.remedy),
            at: attention.at,
          },
        }),
    ...(leftOut.length === 0 ? {} : { leftOut }),
    startedAt,
    updatedAt: progress.updatedAt,
  };
  const version = createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 22);
  const files = view.files.map((file) => ({ ...file, downloadUrl: downloadUrl(progress.files[file.index]!) }));
  return { version, ...view, files };
}

const MOST_DECISIONS = 100;

function recordOf({ decisions = [] }: PresentationProgress): Pick<DeckView, 'decisions' | 'earlierDecisions'> {
  if (decisions.length === 0) return {};
  const earlier = decisions.length - MOST_DECISIONS;
  return {
    decisions: decisions.slice(-MOST_DECISIONS).map(({ sha256: _, ...decision }) => decision),
    ...(earlier > 0 ? { earlierDecisions: earlier } : {}),
  };
}

function whyNot(status: string, { review, attention }: PresentationProgress, link: DeckAccess): DeckView['mayNot'] {
  if (link.role !== 'reviewer') return 'role';
  if (status !== 'RUNNING') return 'ended';
  if (review === undefined) return attention === undefined ? 'not-waiting' : 'needs-help';
  if (!isFor(link, review.gate)) return 'other-gate';
  const { reviewer, groups } = link;
  if (reviewer === undefined) return review.policy?.verifiedOnly ? 'unverified' : undefined;
  const among = review.mayDecide?.some((name) => nameKey(name) === nameKey(reviewer)) ?? true;
  const isMember = review.policy?.requiredGroups.some(({ name }) => groups?.includes(name));
  return among || isMember ? undefined : 'not-permitted';
}
