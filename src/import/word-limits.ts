/** What one document may cost. The defaults let every report through that a person would want as a deck. */
export interface WordLimits {
  /** Size of the upload. */
  bytes: number;
  /** Files inside the package. */
  entries: number;
  /** What all files of the package say they inflate to, pictures included. */
  declaredBytes: number;
  /** XML that is really inflated and read. */
  xmlBytes: number;
  /** Inflated bytes for one stored byte, looked at from 1 MB on. Word's own XML stays below 60. */
  ratio: number;
  /** Time for one document, from the moment it has its thread; creating a task has to answer within 5 s. */
  milliseconds: number;
  /** Heap of the thread that reads it. */
  heapMegabytes: number;
}

const MB = 1024 * 1024;

export const WORD_LIMITS: WordLimits = {
  bytes: 32 * MB,
  entries: 2000,
  declaredBytes: 512 * MB,
  xmlBytes: 16 * MB,
  ratio: 150,
  milliseconds: 4_000,
  heapMegabytes: 512,
};
