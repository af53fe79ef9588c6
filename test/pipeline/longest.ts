import { randomUUID } from 'node:crypto';
import { fitsId } from '../../src/core/deck-id';

/** Characters that are long in some notation, as letters of keys and as text. */
export const scripts = {
  '4 bytes': { letter: '𠮷', text: '😀' },
  'percent-encoded to 9 bytes': { letter: '漢', text: '／' },
  'combining, or 18 letters after normalization': { letter: 'ﷺ', text: 'e\u0301' },
} as const;
export type Script = (typeof scripts)[keyof typeof scripts];

/** A text of exactly this length, which begins with these words. */
export function long(most: number, unit: string, first = ''): string {
  return (first + unit.repeat(Math.floor((most - first.length) / unit.length))).padEnd(most, 'x');
}

const fresh = () => randomUUID().slice(0, 8);
const hash = 'a'.repeat(64);
export const DIGITS = '9'.repeat(40) as `${bigint}`;
const names = (count: number, { letter }: Script, group = '') =>
  Array.from({ length: count }, (_, at) => long(100, letter, `${group}${at}.`));

/** The longest channel that an ID has room for: each character has 6 bytes there. */
export function longestChannel(): string {
  let channel = '';
  while (fitsId(`${channel}¢`)) channel += '¢';
  while (fitsId(`${channel}x`) && channel.length < 64) channel += 'x';
  return channel;
}

export const keysOf = (script: Script) => ({
  uid: long(100, script.letter, fresh()),
  request: long(100, script.letter, fresh()),
  channel: longestChannel(),
});

/** A gate with as many people as the settings take. The first reviewer is a member of every group. */
export function policyOf(script: Script) {
  const reviewers = names(50, script);
  const groups = Array.from({ length: 10 }, (_, at) => `${at}${script.letter.repeat(49)}`);
  const members = groups.map((name, at) => [name, [reviewers[0]!, ...names(49, script, `${at}-`)]]);
  const people = { reviewers, requiredGroups: groups, escalateTo: long(200, script.text) };
  return {
    gate: { mode: 'required', ...people, reminders: Array<string>(20).fill('30 days') },
    reviewerGroups: Object.fromEntries(members) as Record<string, string[]>,
  };
}

/** Markdown of exactly this length. Each heading has 200 characters, as has the quote of the first line at 1.1.1. */
export function outlineOf(most: number, title: string, { text }: Script): string {
  const heading = long(200, text);
  const parts = [`# ${title}\n\n## ${heading}\n\n### ${heading}\n\n#### ${heading}\n`];
  let left = most - parts[0]!.length;
  for (; left > 9_500; left -= 9_002) parts.push(`\n${long(9_000, text)}\n`);
  return `${parts.join('')}\n${long(left - 1, text)}`;
}

export const stored = { uri: `document:${hash}`, sha256: hash, bytes: Number.MAX_SAFE_INTEGER };
