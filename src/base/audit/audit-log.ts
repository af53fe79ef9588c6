import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../io/durable-file';
import { auditFiles, dayOf, fileOf, headOf, readHead, signedHead } from './audit-files';
import type { AuditKey } from './audit-key';
import {
  type AuditEntry,
  type ChainFacts,
  FIRST_PREV,
  type Head,
  hashOfLine,
  readLine,
  signedLine,
} from './audit-line';

export interface AuditLogOptions {
  directory: string;
  key: AuditKey;
  /** The process, such as `worker`. */
  origin: string;
  /** How long files are kept, in milliseconds. */
  keep: number;
  now?: () => number;
}

const DAY_MS = 86_400_000;
const NOBODY = { by: 'none' } as const;
/** The value of an ID in a line, as JSON. */
const ID = /"id":("(?:[^"\\]|\\.)*")/g;

/**
 * The append-only log of one process: a chain of signed lines, each with the hash of the one before, one file a day.
 * Chains name the ends of each other, and the end of each is signed in a file next to it. So a line that is changed,
 * removed, moved or cut off is noticed, and so is a missing chain.
 */
export class AuditLog {
  readonly #options: Required<AuditLogOptions>;
  #seq = 0;
  #prev = FIRST_PREV;
  #day: string | undefined = undefined;
  #length = 0;
  #waiting: { entry: AuditEntry; done: () => void; failed: (error: unknown) => void }[] = [];
  #writing = false;
  readonly #ids = new Set<string>();
  /** The IDs in recent files, and how many bytes of each have been looked at: lines are only added. */
  readonly #seen = new Map<string, { bytes: number; ids: Set<string> }>();

  constructor(options: AuditLogOptions) {
    const host = hostname()
      .replace(/[^\w.-]/g, '-')
      .slice(0, 60);
    const origin = `${options.origin}-${host}-${process.pid}-${randomBytes(4).toString('hex')}`;
    this.#options = { now: Date.now, ...options, origin };
  }

  get key(): AuditKey {
    return this.#options.key;
  }

  /** Resolves when the entry is on the disk. Entries that arrive meanwhile are written together. */
  append(entry: AuditEntry): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ entry, done, failed });
      if (!this.#writing) void this.#write();
    });
  }

  /** Appends an entry unless one with its ID was written here or, by another process, in the last two days. */
  async appendOnce(entry: AuditEntry & { id: string }): Promise<void> {
    if (this.#ids.has(entry.id) || (await this.#isWritten(entry.id))) return;
    if (this.#ids.has(entry.id)) return;
    this.#ids.add(entry.id);
    if (this.#ids.size > 10_000) this.#ids.clear();
    try {
      await this.append(entry);
    } catch (error) {
      this.#ids.delete(entry.id);
      throw error;
    }
  }

  async #isWritten(id: string): Promise<boolean> {
    const { directory, now } = this.#options;
    const since = dayOf(now() - DAY_MS);
    const names = (await auditFiles(directory)).files.filter(({ day }) => day >= since).map(({ name }) => name);
    for (const name of this.#seen.keys()) if (!names.includes(name)) this.#seen.delete(name);
    const text = JSON.stringify(id);
    for (const name of names) if ((await this.#idsIn(name)).has(text)) return true;
    return false;
  }

  /** As JSON. Only what was added since the last look is read. */
  async #idsIn(name: string): Promise<Set<string>> {
    const file = await open(join(this.#options.directory, name));
    try {
      const { size } = await file.stat();
      const last = this.#seen.get(name);
      // What an attempt on a full disk left is cut off again.
      const seen = last !== undefined && last.bytes <= size ? last : { bytes: 0, ids: new Set<string>() };
      const added = Buffer.alloc(size - seen.bytes);
      const { bytesRead } = await file.read(added, 0, added.length, seen.bytes);
      const whole = added.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
      for (const [, id] of added.toString('utf8', 0, whole).matchAll(ID)) seen.ids.add(id!);
      this.#seen.set(name, { bytes: seen.bytes + whole, ids: seen.ids });
      return seen.ids;
    } finally {
      await file.close();
    }
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const all = this.#waiting;
      this.#waiting = [];
      try {
        await this.#begin();
        await this.#add(all.map(({ entry }) => entry));
        for (const { done } of all) done();
      } catch (error) {
        for (const { failed } of all) failed(error);
      }
    }
    this.#writing = false;
  }

  /** The first entry of a day, and the end of files that are older than their retention. */
  async #begin(): Promise<void> {
    const { directory, now, keep, key, origin } = this.#options;
    const day = dayOf(now());
    // A clock that was set back continues the newest file: the order of files is that of the chain.
    if (this.#day !== undefined && day <= this.#day) return;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const { files } = await auditFiles(directory);
    const recent = dayOf(now() - DAY_MS);
    const heads: Record<string, Head> = {};
    for (const other of new Set(files.filter((file) => file.day >= recent).map((file) => file.origin))) {
      const head = other === origin ? undefined : await readHead(directory, other);
      if (head !== undefined) heads[other] = { seq: head.seq, sha256: head.sha256 };
    }
    const action = this.#seq === 0 ? 'log.began' : 'log.day';
    const before = { day: this.#day, length: this.#length };
    this.#day = day;
    this.#length = 0;
    try {
      await this.#add([{ action, who: NOBODY, key: key.publicKey, heads }]);
    } catch (error) {
      this.#day = before.day;
      this.#length = before.length;
      throw error;
    }
    // The next day tries again.
    await this.#expire(dayOf(now() - keep)).catch(() => undefined);
  }

  /** Says which files will be missing, then removes them. */
  async #expire(before: string): Promise<void> {
    const { directory } = this.#options;
    const { files, ends } = await auditFiles(directory);
    const old = files.filter(({ day }) => day < before);
    if (old.length === 0) return;
    const expired: Record<string, Head> = {};
    for (const { name, origin } of old) {
      const line = (await readFile(join(directory, name), 'utf8')).trimEnd().split('\n').at(-1) ?? '';
      const read = readLine(line);
      if (read !== undefined) expired[origin] = { seq: read.record.seq, sha256: hashOfLine(line) };
    }
    await this.#add([{ action: 'log.expired', who: NOBODY, expired }]);
    const left = new Set(files.filter(({ day }) => day >= before).map(({ origin }) => origin));
    for (const { name } of old) await rm(join(directory, name), { force: true });
    for (const end of ends) if (!left.has(end)) await rm(join(directory, headOf(end)), { force: true });
  }

  async #add(entries: readonly (AuditEntry & ChainFacts)[]): Promise<void> {
    const { directory, key, origin, now } = this.#options;
    let [seq, prev] = [this.#seq, this.#prev];
    let text = '';
    for (const entry of entries) {
      seq += 1;
      const line = signedLine({ seq, prev, origin, at: new Date(now()).toISOString(), ...entry }, key);
      prev = hashOfLine(line);
      text += `${line}\n`;
    }
    const file = await open(join(directory, fileOf(this.#day!, origin)), 'a', 0o600);
    try {
      // What an attempt on a full disk left.
      if ((await file.stat()).size > this.#length) await file.truncate(this.#length);
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    this.#length += Buffer.byteLength(text);
    this.#seq = seq;
    this.#prev = prev;
    await replaceFile(join(directory, headOf(origin)), signedHead(origin, { seq, sha256: prev }, key));
  }
}
