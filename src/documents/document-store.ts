import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document, InlineDocument, StoredFile } from '../core/document';
import { replaceFile } from '../io/durable-file';

const PREVIEW_CHARACTERS = 400;
const SCHEME = 'document:';
const FILE_ENDING = 'bin';

/** Keeps texts out of the workflow's history: short ones travel inside it, long ones by address. */
export interface DocumentStore {
  /**
   * Stores a text above the claim-check limit; a shorter one comes back inline and nothing is written, unless `inline`
   * is false.
   */
  put(text: string, options?: { inline?: boolean | undefined }): Promise<Document>;
  /** The text, checked against its hash. Throws {@link DocumentError} when it is missing or changed. */
  get(document: Document): Promise<string>;
  /** Stores a file that is no text, whatever its size. */
  putFile(name: string, bytes: Uint8Array): Promise<StoredFile>;
  /** Its bytes, checked like a text. */
  getFile(file: StoredFile): Promise<Buffer>;
}

export class DocumentError extends Error {
  override name = 'DocumentError';
}

/** Store in a directory: one file a text, named by its hash, so that storing twice is storing once. */
export function createDirectoryStore(directory: string, inlineBytes: number): DocumentStore {
  const pathOf = (sha256: string, ending = 'md') => join(directory, sha256.slice(0, 2), `${sha256}.${ending}`);

  async function bytesOf(uri: string, ending?: string): Promise<Buffer> {
    const sha256 = uri.slice(SCHEME.length);
    if (!uri.startsWith(SCHEME) || !/^[0-9a-f]{64}$/.test(sha256)) {
      throw new DocumentError('the address of a document must be "document:" and its SHA-256');
    }
    const bytes = await readFile(pathOf(sha256, ending)).catch((error: NodeJS.ErrnoException) => {
      throw new DocumentError(
        `document ${sha256.slice(0, 12)}… is not in the store ${directory} (${error.code ?? error.message}); ` +
          'worker and command line must use the same store',
      );
    });
    if (hash(bytes) !== sha256) throw new DocumentError(`document ${sha256.slice(0, 12)}… was changed in the store`);
    return bytes;
  }

  return {
    async put(text, { inline = true } = {}) {
      const document = documentOf(text, inline ? inlineBytes : -1);
      if (!('text' in document)) await replaceFile(pathOf(document.sha256), Buffer.from(text, 'utf8'));
      return document;
    },

    async get(document) {
      return 'text' in document ? document.text : (await bytesOf(document.uri)).toString('utf8');
    },

    async putFile(name, bytes) {
      const file = fileOf(name, bytes);
      await replaceFile(pathOf(file.sha256, FILE_ENDING), bytes);
      return file;
    },

    getFile: ({ uri }) => bytesOf(uri, FILE_ENDING),
  };
}

/** What a text travels as: inside up to so many bytes, otherwise by its address, under which it has yet to be stored. */
export function documentOf(text: string, inlineBytes: number): Document {
  const inline = inlineDocument(text);
  if (inline.bytes <= inlineBytes) return inline;
  const { text: _, ...facts } = inline;
  const preview = [...text.slice(0, 2 * PREVIEW_CHARACTERS)].slice(0, PREVIEW_CHARACTERS).join('');
  return { ...facts, uri: SCHEME + facts.sha256, preview };
}

/** A text that travels inside, whatever its length. */
export function inlineDocument(text: string): InlineDocument {
  const bytes = Buffer.from(text, 'utf8');
  return { sha256: hash(bytes), bytes: bytes.length, text };
}

/** What a file travels as; under this address it has yet to be stored. */
export function fileOf(name: string, bytes: Uint8Array): StoredFile {
  const sha256 = hash(bytes);
  return { uri: SCHEME + sha256, sha256, bytes: bytes.length, name };
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
