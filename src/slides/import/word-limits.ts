import { PICTURE_LIMITS } from './picture-file';

/** Resource limits for one document. The defaults accept any report that is reasonable as a deck. */
export interface WordLimits {
  /** Size of the upload. */
  bytes: number;
  /** Number of files in the package. */
  entries: number;
  /** Declared uncompressed size of all files in the package, including images. */
  declaredBytes: number;
  /** Actually decompressed and parsed XML. */
  xmlBytes: number;
  /** Compression ratio, checked from 1 MB on. Word's XML stays below 60. */
  ratio: number;
  /** Milliseconds of processor time for one document; creating a task must respond within 5 s. */
  work: number;
  /** Images that are taken over; 0 where they cannot be kept. */
  pictures: number;
  /** Heap of the thread that parses it. */
  heapMegabytes: number;
}

const MB = 1024 * 1024;

export const WORD_LIMITS: WordLimits = {
  bytes: 32 * MB,
  entries: 2000,
  declaredBytes: 512 * MB,
  xmlBytes: 16 * MB,
  ratio: 150,
  work: 3_500,
  pictures: PICTURE_LIMITS.count,
  heapMegabytes: 512,
};
