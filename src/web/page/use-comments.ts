import { useState } from 'preact/hooks';
import type { OutlineItem, ReviewComment } from '../../core/review-message';
import { withComment } from './item-comments';
import { keep, recall } from './storage';

/** The reviewer's comments on items, until a change request sends them. They survive a closed browser. */
export interface OwnComments {
  all: readonly ReviewComment[];
  /** Undefined removes the comment. `before` is the item that it was on. */
  set(item: OutlineItem, text: string | undefined, before?: OutlineItem): void;
  clear(): void;
}

export function useComments(workflowId: string): OwnComments {
  const key = `comments.${workflowId}`;
  const [all, setAll] = useState<readonly ReviewComment[]>(() => read(recall(key)));
  const change = (comments: readonly ReviewComment[]) => {
    keep(key, comments.length === 0 ? undefined : JSON.stringify(comments));
    setAll(comments);
  };
  return { all, set: (item, text, before) => change(withComment(all, item, text, before)), clear: () => change([]) };
}

function read(kept: string | undefined): readonly ReviewComment[] {
  try {
    const comments: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(comments) ? comments : [];
  } catch {
    return [];
  }
}
