import { open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Settings } from '../../config';
import { beginsLikeWord } from '../../core/document';
import { documentDirectory } from '../../documents/paths';
import type { PresentationInput } from '../../input/input';
import { readText } from '../invocation/read-text';
import { badInput } from '../terminal/exit';

/** Options that say what the deck is made from. */
export interface SourceOptions {
  document?: string;
  treatment?: string;
  topic?: number;
  markdown?: string;
}

type SourceFields = Pick<PresentationInput, 'document' | 'topic' | 'markdown'>;

/** A source that was read and found usable, before anything is stored. */
export interface OrderSource {
  /** The fields of the input as they travel: a text that is long and a file by the address in the document store. */
  fields: SourceFields;
  /** Puts what has an address into the document store. */
  keep(): Promise<void>;
}

/** Reads document and Markdown. @throws CliError for a file that is not there, too large or no .docx */
export async function readSource(
  { document, treatment, topic, markdown }: SourceOptions,
  settings: Settings,
): Promise<OrderSource> {
  if (treatment !== undefined && document === undefined) throw badInput('--treatment is said of a --document.');
  const treated = treatment === undefined ? {} : { treatment: treatment as 'keep' | 'expand' | 'polish' };
  const file = document === undefined || isAddress(document) ? undefined : await wordFile(document, settings);
  const text = markdown === undefined ? undefined : await markdownText(markdown, settings);
  const [{ createDirectoryStore, documentOf, fileOf }, { MARKDOWN_LIMIT }] = await Promise.all([
    import('../../documents/document-store.js'),
    import('../../input/input.js'),
  ]);
  const longestInline = Math.min(settings.workflow.claimCheckAbove, MARKDOWN_LIMIT);
  const markdownField = text === undefined ? undefined : documentOf(text, longestInline);
  return {
    fields: {
      ...(topic === undefined ? {} : { topic }),
      ...(document !== undefined && file === undefined ? { document: { url: document, ...treated } } : {}),
      ...(file === undefined ? {} : { document: { file: fileOf(file.name, file.bytes), ...treated } }),
      ...(markdownField === undefined
        ? {}
        : { markdown: 'text' in markdownField ? markdownField.text : markdownField }),
    },
    async keep() {
      const store = createDirectoryStore(documentDirectory(settings), longestInline);
      if (text !== undefined) await store.put(text);
      if (file !== undefined) await store.putFile(file.name, file.bytes);
    },
  };
}

/** An address is fetched by the worker, which must not be led to other protocols. */
function isAddress(document: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(document)?.[1]?.toLowerCase();
  if (scheme === undefined) return false;
  if (scheme === 'https' || scheme === 'http') return true;
  throw badInput(`--document takes a file or an https address, not one with ${scheme}://.`);
}

async function wordFile(path: string, { documents }: Settings): Promise<{ name: string; bytes: Buffer }> {
  const name = basename(path);
  const unusable = (why: string) => badInput(`The document ${path} ${why}.`);
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw unusable(error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`);
  });
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw unusable('is no file');
    if (stat.size > documents.maxSize) {
      throw unusable(`has ${stat.size} bytes; at most ${documents.maxSize} are allowed (documents.maxSize)`);
    }
    const bytes = await readFile(handle);
    if (!/\.docx$/i.test(name)) throw unusable('is no .docx; save it as one in a word processor');
    if (!beginsLikeWord(bytes)) throw unusable('is no .docx: it does not begin like one');
    return { name, bytes };
  } finally {
    await handle.close();
  }
}

async function markdownText(file: string, { documents }: Settings): Promise<string> {
  const { text, name } = await readText(file);
  if (text.trim() === '') throw badInput(`${name} is empty; a deck needs Markdown with headings.`);
  const bytes = Buffer.byteLength(text);
  if (bytes > documents.maxSize) {
    throw badInput(`${name} has ${bytes} bytes; at most ${documents.maxSize} are allowed (documents.maxSize).`);
  }
  return text;
}
