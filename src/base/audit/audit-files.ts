import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditKey, isSigned } from './audit-key';
import type { Head } from './audit-line';

/** One file of a chain: the lines of one day (UTC). */
export interface AuditFile {
  name: string;
  day: string;
  origin: string;
}

const FILE = /^(\d{4}-\d\d-\d\d)_([\w.-]{1,120})\.jsonl$/;
const HEAD = /^([\w.-]{1,120})\.head$/;

export const fileOf = (day: string, origin: string): string => `${day}_${origin}.jsonl`;
export const headOf = (origin: string): string => `${origin}.head`;
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The files in the order of days, and the chains that have a signed end. */
export async function auditFiles(directory: string): Promise<{ files: AuditFile[]; ends: string[] }> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.flatMap((name) => {
    const [, day, origin] = FILE.exec(name) ?? [];
    return day === undefined || origin === undefined ? [] : [{ name, day, origin }];
  });
  const ends = names.flatMap((name) => HEAD.exec(name)?.[1] ?? []);
  return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), ends };
}

const headText = (origin: string, { seq, sha256 }: Head) => JSON.stringify({ origin, seq, sha256 });

export function signedHead(origin: string, head: Head, key: AuditKey): Buffer {
  return Buffer.from(`${JSON.stringify({ ...head, sig: key.sign(headText(origin, head)) })}\n`);
}

/** The signed end of a chain. @returns undefined if there is none, or `isBy` if someone else wrote it */
export async function readHead(
  directory: string,
  origin: string,
): Promise<(Head & { isBy: (publicKey: string) => boolean }) | undefined> {
  try {
    const { seq, sha256, sig } = JSON.parse(await readFile(join(directory, headOf(origin)), 'utf8'));
    return { seq, sha256, isBy: (publicKey) => isSigned(headText(origin, { seq, sha256 }), sig, publicKey) };
  } catch {
    return undefined;
  }
}
