import { hasFont } from '../src/base/io/font-packages';
import { ClientError } from '../src/client';
import { isOwnService } from '../src/config';
import type { Document } from '../src/core/document';
import type { ServiceId } from '../src/core/service-id';
import { DocumentError } from '../src/decks/documents/document-store';
import { headingsOf, isFixedPage, markdownOf, outlineFacts, outlineIn } from '../src/outline/outline-facts';
import { verdictOf } from './failures';
import type { GeneratedText } from './generation';
import type { ActivityDependencies, Call, User } from './perform';
import { callActivity, perform } from './perform';
import { type Contents, mismatchOf } from './same-deck';

/** The endpoint's request, with a reference to the content. */
export interface SaveOutlineCall {
  user: User;
  request: { task_id: ServiceId; type?: number };
  content: Document;
  /** True to send the headings of the content only. */
  outlineOnly?: boolean;
}

export interface OutlineTreeCall extends Call<'readOutlineTree'> {
  approved?: Document;
}

/** Facts about a task's outline tree, which itself can be too large for a history. */
export interface OutlineTreeFacts {
  title: string;
  /** Number of nodes, including the root. */
  nodes: number;
  /** Nodes of depth 2, except those of type catalog and ending. */
  chapters: number;
  /** Children of the chapters. */
  pages: number;
  /**
   * Whether the root has children and every node a value. Only a complete tree may be edited or saved. Contents and the
   * last page need no words of their own.
   */
  complete: boolean;
  /** How it differs from the approved outline, in words. */
  mismatch?: string;
}

interface TreeNode {
  type: string;
  value: string;
  children: TreeNode[];
}

export function outlineActivities(deps: ActivityDependencies) {
  return {
    /** @param approved the text that the tree must belong to */
    readOutlineTree: ({ user, request, approved }: OutlineTreeCall): Promise<OutlineTreeFacts> =>
      perform(deps, 'readOutlineTree', async (signal) => {
        const root: TreeNode = await deps.client.call('readOutlineTree', request, { ...user, signal });
        const facts = treeFacts(root);
        const text = approved && (await deps.documents.get(approved).catch(unlessMissing));
        const mismatch = text && mismatchOf(contentsOf(root), contentsIn(text), isOwnService(deps.settings));
        return mismatch ? { ...facts, mismatch } : facts;
      }),

    /** The outline of a task as Markdown; null if the task has none yet. */
    readOutline: ({ user, request }: Call<'readOutlineTree'>): Promise<GeneratedText | null> =>
      perform(deps, 'readOutlineTree', async (signal) => {
        try {
          const root: TreeNode = await deps.client.call('readOutlineTree', request, { ...user, signal });
          if (root.children.length === 0) return null;
          const markdown = markdownOf(root);
          return { document: await deps.documents.put(markdown), ...outlineFacts(markdown, hasFont) };
        } catch (error) {
          // For an existing task without an outline, the service rejects the request; a missing task is not found.
          const verdict = error instanceof ClientError ? verdictOf(error.data, deps.settings.profile) : undefined;
          if (verdict?.type === 'RequestRefused' || verdict?.type === 'CodeUnlisted') return null;
          throw error;
        }
      }),

    readPptTree: callActivity(deps, 'readPptTree'),

    saveOutline: ({ user, request, content, outlineOnly }: SaveOutlineCall): Promise<{ saved: number }> =>
      perform(deps, 'saveOutline', async (signal) => {
        const text = await deps.documents.get(content);
        const sent = { ...request, content: outlineOnly ? headingsOf(text) : text };
        return { saved: await deps.client.call('saveOutline', sent, { ...user, signal }) };
      }),
  };
}

/** A missing text parks the deck at the stage that needs it. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof DocumentError)) throw error;
}

const chaptersOf = ({ children }: TreeNode) => children.filter((node) => !isFixedPage(node));
const contentsOf = (root: TreeNode): Contents => ({
  title: root.value.slice(0, 200),
  chapters: chaptersOf(root).map(({ value }) => value),
});

function contentsIn(markdown: string): Contents {
  const { title, chapters } = outlineIn(markdown);
  return { title: title.slice(0, 200), chapters: chapters.map((chapter) => chapter.title) };
}

export function treeFacts(root: TreeNode): OutlineTreeFacts {
  const chapters = chaptersOf(root);
  const facts: OutlineTreeFacts = {
    title: root.value.slice(0, 200),
    nodes: 0,
    chapters: chapters.length,
    pages: chapters.reduce((sum, { children }) => sum + children.length, 0),
    complete: root.children.length > 0,
  };
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    facts.nodes += 1;
    if (node.value.trim() === '' && !isFixedPage(node)) facts.complete = false;
    open.push(...node.children);
  }
  return facts;
}
