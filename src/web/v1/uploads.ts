import { basename } from 'node:path';
import type { Settings } from '../../config';
import { beginsLikeWord, isTextFile } from '../../core/document';
import { documentOf, fileOf } from '../../decks/documents/document-store';
import { documentStore } from '../../decks/documents/open-documents';
import type { Owner } from '../../decks/documents/owner';
import { MARKDOWN_LIMIT, type PresentationInput } from '../../decks/input/input';
import { sourceFault } from '../../decks/outline-text';
import { outlineFacts } from '../../outline/outline-facts';
import { tidiedMarkdown } from '../../outline/tidied-markdown';
import type { ReviewServices } from '../context';
import type { CheckedDocument, Fault } from './schemas';

/** A file that was read and checked, but not stored. */
interface Upload {
  checked: CheckedDocument;
  /** The source of a deck. */
  fields: Pick<PresentationInput, 'document' | 'markdown'>;
  store(): Promise<void>;
}

interface UploadFor {
  /** Of the deck, which a text without one needs. */
  title?: string | undefined;
  owner: Owner;
}

/**
 * Reads a document completely, so that an unusable one is refused before a deck starts.
 */
export async function readUpload(
  file: File,
  { title, owner }: UploadFor,
  services: ReviewServices,
  signal: AbortSignal,
): Promise<Upload> {
  const name = basename(file.name);
  const bytes = Buffer.from(await file.arrayBuffer());
  const { upload } = services.settings.server.limits;
  if (bytes.length > upload) {
    return refused(name, [
      { path: name, message: `has ${bytes.length} bytes; the maximum is ${upload} (server.limits.upload)` },
    ]);
  }
  if (isTextFile(name)) return markdownUpload(name, bytes, { title, owner }, services.settings);
  if (/\.docx$/i.test(name)) return wordUpload(name, bytes, owner, services, signal);
  return refused(name, [{ path: name, message: 'is not a .docx, .md or .txt file. Save it as one of these' }]);
}

async function wordUpload(
  name: string,
  bytes: Buffer,
  owner: Owner,
  { comparer, settings }: ReviewServices,
  signal: AbortSignal,
): Promise<Upload> {
  if (!beginsLikeWord(bytes)) {
    return refused(name, [{ path: name, message: 'is not a .docx file: its content is of another type' }]);
  }
  const fault = await comparer.fault(bytes, signal);
  if (fault !== undefined) return refused(name, [{ path: name, message: `cannot be read: ${fault}` }]);
  const file = fileOf(name, bytes, owner);
  return {
    checked: { name, kind: 'word', faults: [] },
    fields: { document: { file } },
    store: async () => void (await documentStore(settings, { owner: () => owner }).putFile(name, bytes)),
  };
}

function markdownUpload(name: string, bytes: Buffer, { title, owner }: UploadFor, settings: Settings): Upload {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const tidied = tidiedMarkdown(text);
  const fault = sourceFault(tidied, title !== undefined);
  if (fault !== undefined) {
    const { line } = fault.place;
    return refused(name, [{ path: line === undefined ? name : `line ${line}`, message: fault.message }]);
  }
  const { title: found, chapters, pages } = outlineFacts(tidied);
  const inlineBytes = Math.min(settings.workflow.claimCheckAbove, MARKDOWN_LIMIT);
  const document = documentOf(text, inlineBytes, owner);
  return {
    checked: { name, kind: 'markdown', title: title ?? found, chapters, pages, faults: [] },
    fields: { markdown: 'text' in document ? document.text : document },
    store: async () => void (await documentStore(settings, { inlineBytes, owner: () => owner }).put(text)),
  };
}

function refused(name: string, faults: Fault[]): Upload {
  return { checked: { name, faults }, fields: {}, store: () => Promise.resolve() };
}
