import { readEncryptionKeys, type Settings, s3Options } from '../../config';
import type { Document } from '../../core/document';
import { bucketBlobs } from './bucket-blobs';
import { createDirectoryStore, createDocumentStore, type DocumentStore } from './document-store';
import { documentDirectory } from './paths';

interface OpenOptions {
  env?: NodeJS.ProcessEnv | undefined;
  /** Longest text that stays inline, in bytes (default: `workflow.claimCheckAbove`). */
  inlineBytes?: number;
}

/** The document store that worker, review page and CLI share. */
export function documentStore(settings: Settings, { env, inlineBytes }: OpenOptions = {}): DocumentStore {
  const inline = inlineBytes ?? settings.workflow.claimCheckAbove;
  const { s3 } = settings.documents;
  if (s3 === null) return createDirectoryStore(documentDirectory(settings), inline);
  const options = s3Options('documents.s3', s3, env);
  return createDocumentStore(bucketBlobs(options, readEncryptionKeys(settings, env)), inline);
}

/** Returns an edited outline for a message: inline if it is short, otherwise as a reference. */
export async function outlineForMessage(settings: Settings, markdown: string): Promise<string | Document> {
  const document = await documentStore(settings).put(markdown);
  return 'text' in document ? document.text : document;
}
