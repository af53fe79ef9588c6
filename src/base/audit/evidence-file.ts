import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { readFailure } from '../io/read-failure';
import { type AuditKey, isSigned } from './audit-key';

/** Next to the files of a deck. */
export const EVIDENCE_FILE = 'decisions.json';

interface Signed {
  files: { file: string; sha256: string; bytes: number }[];
  key: string;
  signature: string;
  deck?: string;
  approved?: { gate: string; revision: number; sha256: string; by: string; at: string; verified?: boolean }[];
}

/** Facts about delivered files, signed. Its text is what is signed, so that anyone can check it. */
export function signedEvidence(facts: object, key: AuditKey): Buffer {
  const signed = { ...facts, key: key.publicKey };
  return Buffer.from(`${JSON.stringify({ ...signed, signature: key.sign(JSON.stringify(signed)) }, null, 2)}\n`);
}

export interface EvidenceVerdict {
  evidence: string;
  faults: string[];
  key?: string;
  deck?: string;
  approved: NonNullable<Signed['approved']>;
}

/** Checks a delivered file, or all files that a `decisions.json` names. @throws Error if there is no evidence */
export async function verifyEvidence(path: string): Promise<EvidenceVerdict> {
  const isEvidence = basename(path).startsWith('decisions') && path.endsWith('.json');
  const evidence = isEvidence ? path : join(dirname(path), EVIDENCE_FILE);
  const text = await readFile(evidence, 'utf8').catch((error) => {
    throw new Error(`${evidence} ${readFailure(error)}; it is written next to each delivered file`);
  });
  const faults: string[] = [];
  const broken = { evidence, faults: [`${evidence} is not the evidence of a deck`], approved: [] };
  let read: Signed;
  try {
    read = JSON.parse(text) as Signed;
  } catch {
    return broken;
  }
  if (!Array.isArray(read?.files) || typeof read.key !== 'string' || typeof read.signature !== 'string') return broken;
  const { signature, ...signed } = read;
  if (!isSigned(JSON.stringify(signed), signature, read.key)) faults.push('the signature is wrong: it was changed');
  const directory = resolve(dirname(evidence));
  const named = read.files.filter(({ file }) => isEvidence || file === basename(path));
  if (named.length === 0) faults.push(isEvidence ? 'it names no file' : `it does not name ${basename(path)}`);
  for (const { file, sha256, bytes } of named) {
    const at = resolve(directory, file);
    if (!at.startsWith(directory + sep)) faults.push(`${file} is not next to it`);
    else faults.push(...(await faultsOf(at, file, { sha256, bytes })));
  }
  const { key, deck, approved = [] } = read;
  return { evidence, faults, key, approved, ...(deck === undefined ? {} : { deck }) };
}

async function faultsOf(
  at: string,
  file: string,
  { sha256, bytes }: { sha256: string; bytes: number },
): Promise<string[]> {
  try {
    if ((await stat(at)).size !== bytes) return [`${file} is not the file that was delivered: its size differs`];
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(at)) hash.update(chunk);
    return hash.digest('hex') === sha256 ? [] : [`${file} is not the file that was delivered: its SHA-256 differs`];
  } catch (error) {
    return [`${file} ${readFailure(error)}`];
  }
}
