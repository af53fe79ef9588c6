import { createHash, timingSafeEqual } from 'node:crypto';

/** Compared by hashes, in a time that says nothing about where two texts differ, nor how long the right one is. */
export function isSameSecret(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}
