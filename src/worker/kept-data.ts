/** What workers keep outside of Temporal: documents, ledgers, delivered files and batch reports. */
import { readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { folderName, REPORT_FOLDER } from '../../activities';
import { EVIDENCE_FILE } from '../base/audit/evidence-file';
import { type FileBelow, filesBelow } from '../base/io/files-below';
import type { Settings } from '../config';
import { channelIn, uidIn, userKeyOf } from '../core/deck-id';
import type { Blobs } from '../decks/documents/document-store';
import { documentBlobs } from '../decks/documents/open-documents';
import { ownerOf, ownersOf, SHARED } from '../decks/documents/owner';
import type { Person } from '../decks/histories';
import { readCsv } from '../decks/input/csv';

export type KeptKind = 'documents' | 'ledgers' | 'output' | 'batch reports';

export interface KeptFile extends FileBelow {
  kind: KeptKind;
  /** The first folder: that of a user. */
  folder: string;
}

const REPORTS = REPORT_FOLDER.join('/');
const REPORT = /^[^/]+\/[^/]+\/[^/]+\.(?:csv|jsonl)$/;
/** In the directory of a deck, also incomplete downloads. */
const DELIVERED = /^[^/]+\/[^/]+\/(?:decisions\.json|[^/]+\.(?:pptx|pdf|png|jpe?g|zip)(?:\.[\w-]+\.part)?)$/;

export class KeptData {
  readonly #blobs: Blobs;
  readonly #output: string;

  constructor(settings: Settings, env?: NodeJS.ProcessEnv) {
    this.#blobs = documentBlobs(settings, env);
    this.#output = resolve(settings.output.directory);
  }

  /** All files, of one person if there is one. Batch reports are of several people. */
  async *files(of?: Person): AsyncIterable<KeptFile> {
    yield* this.documents(of);
    yield* this.output(of);
  }

  async *documents(of?: Person): AsyncIterable<KeptFile> {
    const prefix = of === undefined ? '' : of.channel === undefined ? ownersOf(of.uid) : `${ownerOf(of)}/`;
    for await (const file of this.#blobs.list(prefix)) {
      const [folder = '', next] = file.name.split('/');
      yield { ...file, kind: next === 'ledger' ? 'ledgers' : 'documents', folder };
    }
  }

  async *output(of?: Person): AsyncIterable<KeptFile> {
    const folders = await readdir(this.#output).catch(() => []);
    for (const folder of folders) {
      if (of !== undefined && !(await this.#isOf(folder, of))) continue;
      const isReport = folder === REPORTS;
      for await (const file of filesBelow(this.#output, `${folder}/`)) {
        // The directory may have other files.
        if (!(isReport ? REPORT : DELIVERED).test(file.name)) continue;
        yield { ...file, kind: isReport ? 'batch reports' : 'output', folder };
      }
    }
  }

  /** Whether a directory of delivered decks is that of a person. */
  async #isOf(folder: string, { uid, channel }: Person): Promise<boolean> {
    if (folder === folderName(userKeyOf({ uid, channel }))) return true;
    if (channel !== undefined) return false;
    // A name that was changed ends with a hash; the evidence next to a file has the name that it stands for.
    if (!/~[0-9a-f]{16}$/.test(folder)) return folder.startsWith(`${uid}~`);
    for await (const { name } of filesBelow(this.#output, `${folder}/`)) {
      if (!name.endsWith(`/${EVIDENCE_FILE}`)) continue;
      const deck = deckIn(await readFile(join(this.#output, name), 'utf8'));
      if (deck !== undefined) return uidIn(deck) === uid;
    }
    return false;
  }

  read({ kind, name }: KeptFile): Promise<Buffer | undefined> {
    return kind === 'documents' || kind === 'ledgers' ? this.#blobs.read(name) : readFile(join(this.#output, name));
  }

  /** Removes a file, and the directories that are empty then. */
  async remove({ kind, name }: KeptFile): Promise<void> {
    if (kind === 'documents' || kind === 'ledgers') return this.#blobs.remove(name);
    await rm(join(this.#output, name), { force: true });
    for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) {
      const isGone = await rmdir(join(this.#output, folder)).then(
        () => true,
        () => false,
      );
      if (!isGone) return;
    }
  }

  /** Whether a document was not written again since it was listed. */
  async isUnchanged({ kind, name, at }: KeptFile): Promise<boolean> {
    if (kind !== 'documents' && kind !== 'ledgers') return true;
    for await (const found of this.#blobs.list(name)) if (found.name === name) return found.at === at;
    return false;
  }

  /** Replaces the rows of a person in batch reports by blanks: a running batch knows the positions of the others. */
  async blankReports(of: Person): Promise<number> {
    let rows = 0;
    for await (const { kind, name } of this.output()) {
      if (kind !== 'batch reports') continue;
      const path = join(this.#output, name);
      const isCsv = name.endsWith('.csv');
      const before = rows;
      const blanked = (await readFile(path, 'utf8')).replace(isCsv ? CSV_ROW : LINE, (row) => {
        if (!isOf(idIn(row, isCsv), of)) return row;
        rows += 1;
        return ' '.repeat(Buffer.byteLength(row));
      });
      if (rows > before) await writeFile(path, blanked, { flag: 'r+' });
    }
    return rows;
  }

  /** Lists of finished batches that name a person; @param remove whether they are removed @returns how many */
  async batchLists(of: Person, remove: boolean): Promise<number> {
    let found = 0;
    for await (const file of this.#blobs.list(`${SHARED}/`)) {
      const text = file.name.endsWith('.md') ? (await this.#blobs.read(file.name))?.toString('utf8') : undefined;
      if (text === undefined || !text.split('\n').some((line) => isInputOf(line, of))) continue;
      found += 1;
      if (remove) await this.#blobs.remove(file.name);
    }
    return found;
  }
}

function deckIn(evidence: string): string | undefined {
  try {
    const { deck } = JSON.parse(evidence);
    return typeof deck === 'string' ? deck : undefined;
  } catch {
    return undefined;
  }
}

const isOf = (workflowId: string | undefined, { uid, channel }: Person) =>
  workflowId !== undefined && uidIn(workflowId) === uid && (channel === undefined || channelIn(workflowId) === channel);

const LINE = /[^\n]+/g;
/** Cells in quotes may contain line breaks. */
const CSV_ROW = /(?:"[^"]*"|[^"\n])+/g;

function idIn(row: string, isCsv: boolean): string | undefined {
  try {
    if (isCsv) return readCsv(row)[0]?.cells[3];
    const { workflowId } = JSON.parse(row);
    return typeof workflowId === 'string' ? workflowId : undefined;
  } catch {
    return undefined;
  }
}

function isInputOf(line: string, { uid, channel }: Person): boolean {
  try {
    const { input = {} } = JSON.parse(line);
    return input.uid === uid && (channel === undefined || (input.channel ?? '') === channel);
  } catch {
    return false;
  }
}
