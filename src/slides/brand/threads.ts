/** Reads templates in a thread: off the event loop, and with limits, because their owner may not have made them. */
import { Busy, Refusal } from '../../base/threads/refusal';
import { ThreadPool } from '../../base/threads/thread-pool';
import { LimitExceeded } from '../../base/threads/time-limits';
import { BrandError, type BrandErrorKind } from './brand-error';
import type { Roles } from './mapping';
import type { BrandLook } from './stand-in';
import type { TemplateReport } from './template-report';

export interface TemplateRequest {
  file: Uint8Array;
  /** Of a template to register; then the result has its look. */
  name?: string;
  roles?: Roles;
}

export type TemplateRead =
  | { report: TemplateReport; look?: BrandLook }
  | { refused: { kind: BrandErrorKind; message: string } };

const pool = new ThreadPool<TemplateRequest>({
  script: 'dist/src/slides/brand/template-worker.js',
  threads: 1,
  threadsOfOneOwner: 1,
  waitingOfOneOwner: 4,
  heapMegabytes: 512,
  time: { work: 20_000, wait: 60_000 },
});

async function read(owner: string, request: TemplateRequest) {
  try {
    const result = await pool.run<TemplateRead>({ owner }, () => request);
    if ('refused' in result) throw new BrandError(result.refused.kind, result.refused.message);
    return result;
  } catch (error) {
    if (error instanceof LimitExceeded) {
      throw new BrandError(
        'too-large',
        `The file is too complex: ${error.message}. Delete layouts that no deck needs.`,
      );
    }
    if (error instanceof Busy || error instanceof Refusal) throw new BrandError('busy', `${error.message}.`);
    throw error;
  }
}

/** @param owner whose calls wait for each other. @throws BrandError */
export const reportInThread = async (owner: string, file: Uint8Array, roles: Roles = {}): Promise<TemplateReport> =>
  (await read(owner, { file, roles })).report;

/** @throws BrandError when no deck can be made from the file. */
export const checkInThread = async (owner: string, request: Required<TemplateRequest>): Promise<BrandLook> =>
  (await read(owner, request)).look!;
