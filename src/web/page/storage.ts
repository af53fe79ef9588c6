/**
 * Local storage for preferences, the reviewer's name and unsent text, but never for a link or token. Where storage is
 * not available (private windows, full disk), nothing is remembered and the page still works.
 */
const PREFIX = 'deck-review.';

export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined || value === '') localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
  } catch {
    // The text stays on the screen; it is only not remembered.
  }
}

const draftKey = (workflowId: string, revision: number) => `draft.${workflowId}.${revision}`;

export const draftOf = (workflowId: string, revision: number) => recall(draftKey(workflowId, revision));

export function keepDraft(workflowId: string, revision: number, text: string | undefined): void {
  keep(draftKey(workflowId, revision), text);
}

/** The draft of the newest earlier revision that has one. */
export function olderDraft(workflowId: string, before: number): { revision: number; text: string } | undefined {
  for (let revision = before - 1; revision >= 1; revision -= 1) {
    const text = draftOf(workflowId, revision);
    if (text !== undefined) return { revision, text };
  }
  return undefined;
}
