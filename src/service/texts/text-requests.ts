import { parseFields } from '../http/body-fields';
import { importedOutline, readDocument } from '../import/read-document';
import { readEdit } from './edit';
import { readMarkdown } from './markdown';

/**
 * Everything that reads text from outside, in one table. `Texts` runs an entry where it is called when the text is
 * short, and in a thread when it is long; there is nothing else that reads uploads, Markdown or trees.
 */
export const textRequests = {
  /** The fields of a request's body. */
  fields: parseFields,
  /** An uploaded Word document. */
  document: readDocument,
  /** The outline of a document that was uploaded before. */
  imported: importedOutline,
  /** Markdown that a task begins with. */
  markdown: readMarkdown,
  /** An edited outline, as a tree or as Markdown. */
  edit: readEdit,
};

export type TextRequests = typeof textRequests;
