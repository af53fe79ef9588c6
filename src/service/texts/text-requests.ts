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
 * All operations whose cost depends on an external text. `Texts` runs an entry inline for a short text, and in a thread
 * for a long one.
 */
export const textRequests = {
  /** Parses the fields of a request's body. */
  fields: parseFields,
  /** Parses an uploaded Word document. */
  document: readDocument,
  /** Creates the outline of an uploaded document. */
  imported: importedOutline,
  /** Parses the Markdown of a new task. */
  markdown: readMarkdown,
  /** Parses the text of a writer. */
  generated: readGenerated,
  /** Parses an edited outline, as a tree or as Markdown. */
  edit: readEdit,
  /** Writes an outline as clients see it: Markdown in a code fence. */
  fenced: ({ outline }: { outline: Outline }): string => fencedOutline(outline),
  /** Writes the outline as JSON of the wire tree. */
  tree: ({ outline }: { outline: Outline }): string => JSON.stringify(toTree(outline)),
  /** Writes the offline writer's text for an outline. */
  offlineContent: written,
  /** Writes the data files of a design, without its images. */
  designFiles: writeDesignFiles,
};

export type TextRequests = typeof textRequests;
