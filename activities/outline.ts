import { ClientError } from '../src/client';
import type { Document } from '../src/core/document';
import { hasFont } from '../src/io/font-packages';
import { headingsOf, markdownOf, outlineFacts } from '../src/outline/outline-facts';
import { verdictOf } from './failures';
import type { GeneratedText } from './generation';
import type { ActivityDependencies, Call, User } from './perform';
import { callActivity, perform } from './perform';

/** The endpoint's request, with a reference to the content. */
export interface SaveOutlineCall {
  user: User;
  request: { task_id: number; type?: number };
  content: Document;
  /** True to send the headings of the content only. */
  outlineOnly?: boolean;
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
  /** Whether every node has a value and the root has children. Only a complete tree may be edited or saved. */
  complete: boolean;
}

interface TreeNode {
  type: string;
  value: string;
  children: TreeNode[];
}

export function outlineActivities(deps: ActivityDependencies) {
  return {
    readOutlineTree: ({ user, request }: Call<'readOutlineTree'>): Promise<OutlineTreeFacts> =>
      perform(deps, 'readOutlineTree', async (signal) => {
        const root: TreeNode = await deps.client.call('readOutlineTree', request, { ...user, signal });
        return treeFacts(root);
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
          if (verdict?.type === 'RequestRefused') return null;
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

function treeFacts(root: TreeNode): OutlineTreeFacts {
  const chapters = root.children.filter(({ type }) => type !== 'catalog' && type !== 'ending');
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
    if (node.value.trim() === '') facts.complete = false;
    open.push(...node.children);
  }
  return facts;
}
