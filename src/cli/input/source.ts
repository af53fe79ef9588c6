import { open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readFailure } from '../../base/io/read-failure';
import type { Settings } from '../../config';
import { beginsLikeWord, isTextFile } from '../../core/document';
import { given } from '../../core/given';
import type { ServiceId } from '../../core/service-id';
import { documentOf, fileOf } from '../../decks/documents/document-store';
import { documentStore } from '../../decks/documents/open-documents';
import { ownerOf } from '../../decks/documents/owner';
import { MARKDOWN_LIMIT, type PresentationInput } from '../../decks/input/input';
import { sourceFault } from '../../decks/outline-text';
import { readText } from '../invocation/read-text';
import { badInput } from '../terminal/exit';

/** Options that select the source of a deck. */
export interface SourceOptions {
  document?: string;
  treatment?: string;
  topic?: ServiceId;
  markdown?: string;
}

type SourceFields = Pick<PresentationInput, 'document' | 'topic' | 'markdown'>;

/** A source that has been read and validated but not stored. */
interface PreparedSource {
  /** Fields of the workflow input. Long texts and files are references to the document store. */
  fields: SourceFields;
  /** Stores what the fields reference. */
  store(): Promise<void>;
}

/** A document that is text already is Markdown, as in the web app and the HTTP API. */
function withText({ document, markdown, ...others }: SourceOptions): SourceOptions {
  const isText = document !== undefined && markdown === undefined && isTextFile(document) && !isUrl(document);
  return { ...others, ...(isText ? { markdown: document } : given({ document, markdown })) };
}

/** Reads a document or Markdown file. @throws CliError if it is missing, too large or of another type */
export async function readSource(
  options: SourceOptions,
  settings: Settings,
  { title, ...user }: Pick<PresentationInput, 'title' | 'uid' | 'channel'>,
): Promise<PreparedSource> {
  const { document, treatment, topic, markdown } = withText(options);
  if (treatment !== undefined && document === undefined) {
    throw badInput(`--treatment requires --document${options.document === undefined ? '' : ' with a .docx file'}.`);
  }
  const treated = treatment === undefined ? {} : { treatment: treatment as 'keep' | 'expand' | 'polish' };
  const file = document === undefined || isUrl(document) ? undefined : await wordFile(document, settings);
  const text = markdown === undefined ? undefined : await markdownText(markdown, settings, title !== undefined);
  const maxInline = Math.min(settings.workflow.claimCheckAbove, MARKDOWN_LIMIT);
  const markdownField = text === undefined ? undefined : documentOf(text, maxInline, ownerOf(user));
  return {
    fields: {
      ...given({ topic }),
      ...(document !== undefined && file === undefined ? { document: { url: document, ...treated } } : {}),
      ...(file === undefined ? {} : { document: { file: fileOf(file.name, file.bytes, ownerOf(user)), ...treated } }),
      ...(markdownField === undefined
        ? {}
        : { markdown: 'text' in markdownField ? markdownField.text : markdownField }),
    },
    async store() {
      const documents = documentStore(settings, { inlineBytes: maxInline, owner: () => ownerOf(user) });
      if (text !== undefined) await documents.put(text);
      if (file !== undefined) await documents.putFile(file.name, file.bytes);
    },
  };
}

/** URLs are fetched by the worker. Other protocols are rejected here. */
function isUrl(document: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(document)?.[1]?.toLowerCase();
  if (scheme === undefined) return false;
  if (scheme === 'https' || scheme === 'http') return true;
  throw badInput(`--document takes a file or an https URL, not ${scheme}://.`);
}

async function wordFile(path: string, { server }: Settings): Promise<{ name: string; bytes: Buffer }> {
  const { upload } = server.limits;
  const name = basename(path);
  const unusable = (why: string) => badInput(`The document ${path} ${why}.`);
  const handle = await open(path).catch((error) => {
    throw unusable(readFailure(error));
  });
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw unusable('is not a file');
    if (stat.size > upload) {
      throw unusable(`has ${stat.size} bytes. The maximum is ${upload} (server.limits.upload)`);
    }
    const bytes = await readFile(handle);
    if (!/\.docx$/i.test(name)) throw unusable('is not a .docx, .md or .txt file. Save it as one of these');
    if (!beginsLikeWord(bytes)) throw unusable('is not a .docx file: its content is of another type');
    return { name, bytes };
  } finally {
    await handle.close();
  }
}

async function markdownText(file: string, { server }: Settings, isTitled: boolean): Promise<string> {
  const { upload } = server.limits;
  const { text, name } = await readText(file);
  if (text.trim() === '') throw badInput(`${name} is empty. A deck needs Markdown with headings.`);
  const bytes = Buffer.byteLength(text);
  if (bytes > upload) {
    throw badInput(`${name} has ${bytes} bytes. The maximum is ${upload} (server.limits.upload).`);
  }
  const { tidiedMarkdown } = await import('../../outline/tidied-markdown.js');
  const fault = sourceFault(tidiedMarkdown(text), isTitled);
  if (fault !== undefined) {
    const orTitle = fault.fault === 'no-title' ? ', or put a title before the options' : '';
    throw badInput(`${name} cannot be used: ${fault.message}${orTitle}.`);
  }
  return text;
}
