import { relative } from 'node:path';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { signedEvidence } from '../src/base/audit/evidence-file';
import type { Act, Evidence } from '../src/core/acts';
import { given } from '../src/core/given';
import type { DeliveredFile } from '../src/core/progress';
import { type ActivityDependencies, perform } from './perform';

export function evidenceActivities(deps: ActivityDependencies) {
  return {
    /** Writes what happened to a deck to the audit log. A repetition adds nothing. */
    recordActs: ({ acts, first }: { acts: Act[]; first: string }): Promise<void> =>
      perform(deps, undefined, async () => {
        const deck = Context.current().info.workflowExecution!.workflowId;
        for (const {
          what,
          by,
          at,
          number,
          gate,
          revision,
          sha256,
          verified = false,
          subject,
          via,
          to,
          newRevision,
        } of acts) {
          const entry = {
            action: gate === undefined ? `deck.${what}` : `decision.${what}`,
            who: {
              name: by,
              by: via === 'rule' ? ('rule' as const) : ('message' as const),
              verified,
              ...given({ subject }),
            },
            deck,
            ...given({ object: revision === undefined ? undefined : `revision ${revision}`, sha256 }),
            facts: { at, ...given({ gate, via, to, newRevision }) },
            id: `${first}/${number}/${at}`,
          };
          await deps.audit.appendOnce(entry).catch((error: NodeJS.ErrnoException) => {
            const why = error.code ?? error.message;
            throw ApplicationFailure.retryable(`the audit log cannot be written: ${why}`, 'AuditUnwritable');
          });
        }
      }),
  };
}

/** The file next to delivered ones: who approved what, by hashes, signed. @returns its bytes */
export function evidenceBytes(
  { audit }: Pick<ActivityDependencies, 'audit'>,
  evidence: Evidence,
  files: readonly DeliveredFile[],
  directory: string,
): Buffer {
  const { workflowId: deck, runId: run } = Context.current().info.workflowExecution!;
  const named = files.map(({ path, format, bytes, sha256 }) => ({
    file: relative(directory, path),
    format,
    bytes,
    sha256,
  }));
  return signedEvidence({ deck, run, at: new Date().toISOString(), files: named, ...evidence }, audit.key);
}
