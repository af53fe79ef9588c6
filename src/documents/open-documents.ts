import type { Settings } from '../config';
import type { Document } from '../core/document';
import { createDirectoryStore, type DocumentStore } from './document-store';
import { documentDirectory } from './paths';

/** The document store that worker, review page and command line share. */
export function documentStore(settings: Settings): DocumentStore {
  return createDirectoryStore(documentDirectory(settings), settings.workflow.claimCheckAbove);
}

/** An edited outline as it travels: inside the message when short, by its address otherwise. */
export async function outlineForMessage(settings: Settings, markdown: string): Promise<string | Document> {
  const document = await documentStore(settings).put(markdown);
  return 'text' in document ? document.text : document;
}
