import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type AuditFile, auditFiles, readHead } from './audit-files';
import { type AuditRecord, FIRST_PREV, type Head, hashOfLine, readLine } from './audit-line';

export interface AuditFault {
  /** `FILE:LINE`, or a file. */
  place: string;
  what: string;
}

export interface AuditVerdict {
  entries: number;
  chains: number;
  faults: AuditFault[];
  /** Public keys that signed, and are not known. */
  unknownKeys: string[];
}

interface Chain extends Partial<Head> {
  key?: string;
  last?: string;
  /** Of lines that other chains or the signed end name: what they must be. */
  expected: Map<number, { sha256: string; by: string }>;
  expired?: Head;
}

/** Checks every line of a log. @param isKnown whether a public key is one of the installation */
export async function verifyLog(directory: string, isKnown: (key: string) => boolean): Promise<AuditVerdict> {
  const { files, ends } = await auditFiles(directory);
  const faults: AuditFault[] = [];
  const chains = new Map<string, Chain>();
  const unknownKeys = new Set<string>();
  const chainOf = (origin: string): Chain => {
    const chain = chains.get(origin) ?? { expected: new Map() };
    chains.set(origin, chain);
    return chain;
  };

  // What chains say about each other comes first, because the other one may be read earlier.
  for await (const { place, line } of linesOf(directory, files, '"action":"log.')) {
    const read = readLine(line);
    if (read === undefined) continue;
    const { origin, key, heads = {}, expired = {} } = read.record;
    const own = key ?? chainOf(origin).key;
    if (own === undefined || !read.isBy(own)) continue;
    if (key !== undefined) chainOf(origin).key = key;
    for (const [other, { seq, sha256 }] of Object.entries(heads)) {
      const { expected } = chainOf(other);
      if (!expected.has(seq)) expected.set(seq, { sha256, by: place });
    }
    for (const [other, head] of Object.entries(expired)) {
      const chain = chainOf(other);
      if (head.seq > (chain.expired?.seq ?? 0)) chain.expired = head;
    }
  }
  for (const origin of ends) {
    const chain = chainOf(origin);
    const head = await readHead(directory, origin);
    if (head === undefined)
      faults.push({ place: `${origin}.head`, what: 'the signed end of this chain is unreadable' });
    else chain.expected.set(head.seq, { sha256: head.sha256, by: `${origin}.head` });
    if (head !== undefined && chain.key !== undefined && !head.isBy(chain.key))
      faults.push({ place: `${origin}.head`, what: 'the signature of the end of this chain is wrong' });
  }

  let entries = 0;
  for await (const { place, line, origin, complete } of linesOf(directory, files)) {
    const chain = chainOf(origin);
    entries += 1;
    chain.last = place;
    const read = readLine(line);
    if (read === undefined) {
      // A process that was killed while writing leaves the begin of a line, which nothing confirms.
      const unconfirmed = !complete && ![...chain.expected.keys()].some((seq) => seq > (chain.seq ?? 0));
      if (!unconfirmed) faults.push({ place, what: 'this is not a line of the log: it was changed or cut off' });
      continue;
    }
    const { record } = read;
    const what = faultOf(record, read.isBy, chain, origin);
    if (what !== undefined) faults.push({ place, what });
    const sha256 = hashOfLine(line);
    const expected = chain.expected.get(record.seq);
    if (expected !== undefined && expected.sha256 !== sha256)
      faults.push({ place, what: `this line is not the one that ${expected.by} names` });
    chain.seq = record.seq;
    chain.sha256 = sha256;
    if (record.key !== undefined) chain.key ??= record.key;
    if (chain.key !== undefined && !isKnown(chain.key)) unknownKeys.add(chain.key);
  }

  for (const [origin, { seq = 0, expected, expired, last }] of chains) {
    const [missing] = [...expected.entries()]
      .filter(([at]) => at > Math.max(seq, expired?.seq ?? 0))
      .sort(([a], [b]) => b - a);
    if (missing !== undefined) {
      const [at, { by }] = missing;
      const where = last === undefined ? 'its files are missing' : `it ends with line ${seq}`;
      faults.push({
        place: last ?? origin,
        what: `lines up to ${at} of the chain ${origin} were removed: ${by} names them, but ${where}`,
      });
    } else if (seq > 0 && !ends.includes(origin)) {
      faults.push({ place: `${origin}.head`, what: 'the signed end of this chain is missing' });
    }
  }
  return { entries, chains: chains.size, faults, unknownKeys: [...unknownKeys] };
}

function faultOf(
  { seq, prev, origin, key }: AuditRecord,
  isBy: (key: string) => boolean,
  chain: Chain,
  file: string,
): string | undefined {
  if (origin !== file) return `this line belongs to the chain ${origin}`;
  const signer = chain.key ?? key;
  if (signer === undefined || !isBy(signer)) return 'the signature of this line is wrong: it was changed';
  if (chain.seq === undefined) {
    if (seq === 1 && prev === FIRST_PREV) return undefined;
    const { expired } = chain;
    if (expired !== undefined && seq <= expired.seq + 1 && (seq <= expired.seq || prev === expired.sha256))
      return undefined;
    return `lines before line ${seq} of this chain were removed, and no retention did`;
  }
  if (seq === chain.seq + 1 && prev === chain.sha256) return undefined;
  if (seq > chain.seq + 1) return `line ${seq} follows line ${chain.seq}: lines in between were removed or moved`;
  if (seq <= chain.seq) return `line ${seq} follows line ${chain.seq}: it was moved or repeated`;
  return `the line before line ${seq} was changed`;
}

interface Line extends AuditFile {
  place: string;
  line: string;
  /** Whether it ends with a line break. */
  complete: boolean;
}

/** @param only lines with this text */
export async function* linesOf(directory: string, files: readonly AuditFile[], only = ''): AsyncGenerator<Line> {
  for (const file of files) {
    const path = join(directory, file.name);
    const { size } = await stat(path);
    let number = 0;
    let read = 0;
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      read += Buffer.byteLength(line) + 1;
      if (line.includes(only)) yield { ...file, place: `${file.name}:${number}`, line, complete: read <= size };
    }
  }
}
