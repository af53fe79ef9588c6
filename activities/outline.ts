import type { Document } from '../src/presentation/document';
import type { ActivityDependencies, Call, User } from './perform';
import { callActivity, perform } from './perform';

/** Like the endpoint's request, the content by claim check. */
export interface SaveOutlineCall {
  user: User;
  request: { task_id: number; type?: number };
  content: Document;
}

/** Facts of a task's outline tree; the tree itself can be too large for a history. */
export interface OutlineTreeFacts {
  title: string;
  /** Nodes in all, the root included. */
  nodes: number;
  /** Nodes of depth 2, those of type catalog and ending left out. */
  chapters: number;
  /** Whether every node has a value and the root has children: only then the tree may be edited or saved. */
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

    readPptTree: callActivity(deps, 'readPptTree'),

    saveOutline: ({ user, request, content }: SaveOutlineCall): Promise<{ saved: number }> =>
      perform(deps, 'saveOutline', async (signal) => {
        const text = await deps.documents.get(content);
        return { saved: await deps.client.call('saveOutline', { ...request, content: text }, { ...user, signal }) };
      }),
  };
}

function treeFacts(root: TreeNode): OutlineTreeFacts {
  const facts: OutlineTreeFacts = {
    title: root.value.slice(0, 200),
    nodes: 0,
    chapters: root.children.filter(({ type }) => type !== 'catalog' && type !== 'ending').length,
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
