import type { Sequence } from './commands';

/** Sequences that have failed once, shrunk. Each of them is a test from then on. */
export const kept: Record<string, Sequence> = {};
