import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/io/durable-file';
import { type FileBelow, filesBelow } from '../../base/io/files-below';
import { DOCUMENT_URI, type Document, type InlineDocument, type StoredFile } from '../../core/document';
import { type Ledger, ledgerIn } from './ledger';
import { type Owner, SHARED } from './owner';

const PREVIEW_CHARACTERS = 400;
const uriOf = (owner: Owner, sha256: string) => `document:${owner}/${sha256}`;
const FILE_ENDING = 'bin';

/** Keeps long texts out of workflow histories: short ones are inline, long ones are stored and referenced. */
export interface DocumentStore {
  /**
   * Stores a text above the inline limit and returns its reference. A shorter text is returned inline and not stored,
   * unless `inline` is false. @param options.owner other than that of the store
   */
  put(text: string, options?: { inline?: boolean | undefined; owner?: Owner }): Promise<Document>;
  /** Returns the text after checking its hash. Throws {@link DocumentError} if it is missing or changed. */
  get(document: Document): Promise<string>;
  /** Stores a binary file, whatever its size. */
  putFile(name: string, bytes: Uint8Array): Promise<StoredFile>;
  /** Returns its bytes after checking their hash. */
  getFile(file: StoredFile): Promise<Buffer>;
  readonly ledger: Ledger;
}

export class DocumentError extends Error {
  override name = 'DocumentError';
}

/** Where the bytes of documents are kept, under names made of their hash, and the ledgers of decks. */
export interface Blobs {
  /** For error messages: `the store /data/documents`. */
  readonly place: string;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** @returns undefined if there is no such document. Throws what can be retried. */
  read(name: string): Promise<Buffer | undefined>;
  /** Below a prefix. */
  list(prefix: string): AsyncIterable<FileBelow>;
  remove(name: string): Promise<void>;
}

/**
 * A store with one object per user and text, named by its hash, so that storing twice has no effect.
 * @param ownerNow who gets what is stored
 */
export function createDocumentStore(
  blobs: Blobs,
  inlineBytes: number,
  ownerNow: () => Owner = () => SHARED,
): DocumentStore {
  const nameOf = (uri: string, ending = 'md') => {
    const [, owner, sha256] = DOCUMENT_URI.exec(uri) ?? [];
    if (sha256 === undefined)
      throw new DocumentError('a document reference must be "document:", an owner if there is one, and a SHA-256');
    return { sha256, name: `${owner === undefined ? '' : `${owner}/`}${sha256.slice(0, 2)}/${sha256}.${ending}` };
  };

  async function bytesOf(uri: string, ending?: string): Promise<Buffer> {
    const { sha256, name } = nameOf(uri, ending);
    const short = `${sha256.slice(0, 12)}…`;
    const bytes = await blobs.read(name);
    if (bytes === undefined) {
      throw new DocumentError(
        `document ${short} is not in ${blobs.place}; all workers and the CLI must use the same store`,
      );
    }
    if (hash(bytes) !== sha256) throw new DocumentError(`document ${short} in the store has been modified`);
    return bytes;
  }

  return {
    async put(text, { inline = true, owner = ownerNow() } = {}) {
      const document = documentOf(text, inline ? inlineBytes : -1, owner);
      if (!('text' in document)) await blobs.write(nameOf(document.uri).name, Buffer.from(text, 'utf8'));
      return document;
    },

    async get(document) {
      return 'text' in document ? document.text : (await bytesOf(document.uri)).toString('utf8');
    },

    async putFile(name, bytes) {
      const file = fileOf(name, bytes, ownerNow());
      await blobs.write(nameOf(file.uri, FILE_ENDING).name, bytes);
      return file;
    },

    getFile: ({ uri }) => bytesOf(uri, FILE_ENDING),

    ledger: ledgerIn(blobs),
  };
}

/** Documents as files below a directory. */
export function createDirectoryStore(directory: string, inlineBytes: number, ownerNow?: () => Owner): DocumentStore {
  return createDocumentStore(directoryBlobs(directory), inlineBytes, ownerNow);
}

export function directoryBlobs(directory: string): Blobs {
  const place = `the store ${directory}`;
  return {
    place,
    write: (name, bytes) => replaceFile(join(directory, name), bytes),
    async read(name) {
      try {
        return await readFile(join(directory, name));
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT') return undefined;
        throw new DocumentError(`a document cannot be read from ${place} (${code ?? message})`);
      }
    },
    list: (prefix) => filesBelow(directory, prefix),
    remove: (name) => rm(join(directory, name), { force: true }),
  };
}

/** Returns a text inline up to this many bytes, otherwise as a reference; the text itself must still be stored. */
export function documentOf(text: string, inlineBytes: number, owner: Owner): Document {
  const inline = inlineDocument(text);
  if (inline.bytes <= inlineBytes) return inline;
  const { text: _, ...facts } = inline;
  const preview = [...text.slice(0, 2 * PREVIEW_CHARACTERS)].slice(0, PREVIEW_CHARACTERS).join('');
  return { ...facts, uri: uriOf(owner, facts.sha256), preview };
}

/** An inline text of any length. */
export function inlineDocument(text: string): InlineDocument {
  const bytes = Buffer.from(text, 'utf8');
  return { sha256: hash(bytes), bytes: bytes.length, text };
}

/** Returns the reference of a file, which must still be stored. */
export function fileOf(name: string, bytes: Uint8Array, owner: Owner): StoredFile {
  const sha256 = hash(bytes);
  return { uri: uriOf(owner, sha256), sha256, bytes: bytes.length, name };
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
