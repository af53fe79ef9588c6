import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { EVIDENCE_FILE } from '../base/audit/evidence-file';
import type { Settings } from '../config';
import { type Owner, ownerIn } from '../decks/documents/owner';
import type { TemporalConnection } from '../temporal';
import { KeptData, type KeptFile } from './kept-data';

interface Retention {
  settings: Settings;
  kept: KeptData;
  /** The owners of which Temporal still has a workflow: they may need their documents. */
  needed(): Promise<Set<Owner>>;
  now: number;
}

/** Removes what is older than its retention. @returns the number of files */
export async function removeOld({ settings, kept, needed, now }: Retention): Promise<number> {
  const { documents, output } = settings.data.retention;
  let owners: Set<Owner> | undefined;
  let removed = 0;
  for await (const file of kept.documents()) {
    if (file.at > now - (file.kind === 'ledgers' ? Math.max(output, documents) : documents)) continue;
    // Asked once, and only if there is something to remove.
    owners ??= await needed();
    if (owners.has(file.folder) || !(await kept.isUnchanged(file))) continue;
    await kept.remove(file);
    removed += 1;
  }
  const folders = new Map<string, KeptFile[]>();
  for await (const file of kept.output()) {
    const place = file.kind === 'output' ? dirname(file.name) : file.name;
    folders.set(place, [...(folders.get(place) ?? []), file]);
  }
  for (const files of folders.values()) {
    if (files.some(({ at }) => at > now - output)) continue;
    const isEvidence = ({ name }: KeptFile) => name.endsWith(`/${EVIDENCE_FILE}`);
    // Without evidence, it is not certain that a deck wrote them.
    if (files[0]!.kind === 'output' && !files.some(isEvidence)) continue;
    // The evidence last, so that the next run resumes where this one was killed.
    for (const file of [...files.filter((each) => !isEvidence(each)), ...files.filter(isEvidence)]) {
      await kept.remove(file);
      removed += 1;
    }
  }
  return removed;
}

interface Dependencies {
  settings: Settings;
  temporal: TemporalConnection;
  log: Logger;
  env?: NodeJS.ProcessEnv;
}

/** Removes what is old now and then. Several workers may do it at the same time. */
export function startRetention({ settings, temporal, log, env }: Dependencies): { stop(): void } {
  const kept = new KeptData(settings, env);
  const needed = async () => {
    const owners = new Set<Owner>();
    for await (const { workflowId } of temporal.lists.workflow.list()) owners.add(ownerIn(workflowId));
    return owners;
  };
  const run = () =>
    removeOld({ settings, kept, needed, now: Date.now() }).then(
      (files) => files > 0 && log.info({ files }, 'removed documents and delivered files older than their retention'),
      (error) => log.warn({ err: error }, 'documents and files older than their retention could not be removed'),
    );
  const timer = setInterval(run, settings.server.housekeeping).unref();
  return { stop: () => clearInterval(timer) };
}
