import type { Settings } from '../config';
import type { Document } from '../core/document';
import { createDirectoryStore, type DocumentStore } from './document-store';
import { documentDirectory } from './paths';

/** The document store that worker, review page and CLI share. */
export function documentStore(settings: Settings): DocumentStore {
  return createDirectoryStore(documentDirectory(settings), settings.workflow.claimCheckAbove);
}

/** Returns an edited outline for a message: inline if it is short, otherwise as a reference. */
export async function outlineForMessage(settings: Settings, markdown: string): Promise<string | Document> {
  const document = await documentStore(settings).put(markdown);
  return 'text' in document ? document.text : document;
}
