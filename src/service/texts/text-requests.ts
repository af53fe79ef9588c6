import type { Outline } from '../../outline/outline';
import { fencedOutline } from '../../outline/outline-markdown';
import { toTree } from '../../outline/outline-tree';
import { importedOutline, readDocument, readText } from '../../slides/import/read-document';
import { warmUp } from '../../slides/import/warm-up';
import { written } from '../writer/offline/offline-writer';
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
  /** Loads what documents need, in a thread. */
  warmUp,
  /** Parses the fields of a request's body. */
  fields: parseFields,
  /** Parses an uploaded Word document. */
  document: readDocument,
  /** Parses the text of a new task that has no markup. */
  text: readText,
  /** Creates the outline of an uploaded document or text. */
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
  tree: ({ outline, task }: { outline: Outline; task: number }): string => JSON.stringify(toTree(outline, task)),
  /** Writes the offline writer's text for an outline. */
  offlineContent: written,
  /** Writes the data files of a design, without its images. */
  designFiles: writeDesignFiles,
};

export type TextRequests = typeof textRequests;
