import { useState } from 'preact/hooks';
import type { ReviewComment } from '../../core/review-message';
import { type Place, withComment } from './item-comments';
import { keep, recall } from './storage';

/** The reviewer's comments on items, until a change request sends them. They survive a closed browser. */
export interface OwnComments {
  all: readonly ReviewComment[];
  /** Undefined removes the comment. */
  set(place: Place, change: Partial<ReviewComment> | undefined): void;
  clear(): void;
}

export function useComments(workflowId: string): OwnComments {
  const key = `comments.${workflowId}`;
  const [all, setAll] = useState<readonly ReviewComment[]>(() => read(recall(key)));
  const change = (comments: readonly ReviewComment[]) => {
    keep(key, comments.length === 0 ? undefined : JSON.stringify(comments));
    setAll(comments);
  };
  return { all, set: (place, changed) => change(withComment(all, place, changed)), clear: () => change([]) };
}

function read(kept: string | undefined): readonly ReviewComment[] {
  try {
    const comments: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(comments) ? comments : [];
  } catch {
    return [];
  }
}
