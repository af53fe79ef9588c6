import { readEncryptionKeys, type Settings, s3Options } from '../../config';
import type { Document } from '../../core/document';
import { bucketBlobs, encryptedBlobs } from './bucket-blobs';
import { type Blobs, createDocumentStore, type DocumentStore, directoryBlobs } from './document-store';
import { type Owner, ownerIn } from './owner';
import { documentDirectory } from './paths';

interface OpenOptions {
  env?: NodeJS.ProcessEnv | undefined;
  /** Longest text that stays inline, in bytes (default: `workflow.claimCheckAbove`). */
  inlineBytes?: number;
  /** Who gets what is stored; those who only read need none. */
  owner?: () => Owner;
}

/** The document store that worker, review page and CLI share. */
export function documentStore(settings: Settings, { env, inlineBytes, owner }: OpenOptions = {}): DocumentStore {
  return createDocumentStore(documentBlobs(settings, env), inlineBytes ?? settings.workflow.claimCheckAbove, owner);
}

/** The files of the store, of all users. */
export function documentBlobs(settings: Settings, env?: NodeJS.ProcessEnv): Blobs {
  const { s3 } = settings.documents;
  const blobs =
    s3 === null ? directoryBlobs(documentDirectory(settings)) : bucketBlobs(s3Options('documents.s3', s3, env));
  return encryptedBlobs(blobs, readEncryptionKeys(settings, env));
}

/** Returns an edited outline for a message to a deck: inline if it is short, otherwise as a reference. */
export async function outlineForMessage(
  settings: Settings,
  workflowId: string,
  markdown: string,
): Promise<string | Document> {
  const document = await documentStore(settings, { owner: () => ownerIn(workflowId) }).put(markdown);
  return 'text' in document ? document.text : document;
}
