/**
 * What this browser keeps: choices, the reviewer's name, and text that was typed and not yet sent. Never a link, never a
 * token. A browser that keeps nothing (private windows, full storage) only forgets.
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
    // Nothing more can be done here; what is on the screen stays there.
  }
}

const draftKey = (workflowId: string, revision: number) => `draft.${workflowId}.${revision}`;

export const draftOf = (workflowId: string, revision: number) => recall(draftKey(workflowId, revision));

export function keepDraft(workflowId: string, revision: number, text: string | undefined): void {
  keep(draftKey(workflowId, revision), text);
}

/** The newest revision before this one that edits were made on and not sent. */
export function olderDraft(workflowId: string, before: number): { revision: number; text: string } | undefined {
  for (let revision = before - 1; revision >= 1; revision -= 1) {
    const text = draftOf(workflowId, revision);
    if (text !== undefined) return { revision, text };
  }
  return undefined;
}
