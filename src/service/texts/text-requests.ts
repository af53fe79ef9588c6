import { importedOutline, readDocument } from '../../import/read-document';
import type { Outline } from '../../outline/outline';
import { fencedOutline } from '../../outline/outline-markdown';
import { toTree } from '../../outline/outline-tree';
import { written } from '../../writer/offline/offline-writer';
import { parseFields } from './body-fields';
import { writeDesignFiles } from './design-files';
import { readEdit } from './edit';
import { readGenerated } from './generated';
import { readMarkdown } from './markdown';

/**
 * Everything whose cost depends on a text from outside, in one table. `Texts` runs an entry where it is called when the
 * text is short, and in a thread when it is long.
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
  /** The text of a writer. */
  generated: readGenerated,
  /** An edited outline, as a tree or as Markdown. */
  edit: readEdit,
  /** An outline as clients see it: Markdown in a code fence. */
  fenced: ({ outline }: { outline: Outline }): string => fencedOutline(outline),
  /** The same as the tree of the wire, in JSON. */
  tree: ({ outline }: { outline: Outline }): string => JSON.stringify(toTree(outline)),
  /** The text that the offline writer makes for an outline. */
  offlineContent: written,
  /** The files of a design that are no pictures. */
  designFiles: writeDesignFiles,
};

export type TextRequests = typeof textRequests;
