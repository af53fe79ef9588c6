import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares hashes in constant time, so that timing reveals neither where the texts differ nor the expected length. */
export function secretsMatch(candidate: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(candidate), digest(expected));
}
