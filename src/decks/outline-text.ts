import { unprintableFault } from '../base/text/unprintable';
import type { Settings } from '../config';
import type { OutlineRevision, PresentationProgress } from '../core/progress';
import { faultOf } from '../outline/outline-facts';
import type { OutlineError } from '../outline/outline-limits';
import { documentStore } from './documents/open-documents';
import { DeckError } from './errors';

/** The current outline or content as Markdown; undefined if there is none yet. */
export async function outlineText(settings: Settings, { outline }: PresentationProgress): Promise<string | undefined> {
  return outline === undefined ? undefined : textOf(settings, outline);
}

/** The Markdown of a revision. */
export async function textOf(settings: Settings, { document }: Pick<OutlineRevision, 'document'>): Promise<string> {
  try {
    return await documentStore(settings).get(document);
  } catch (error) {
    throw new DeckError('unusable', (error as Error).message, { cause: error });
  }
}

/** Why a tidied text cannot be the source of a deck; undefined if it can. @param isTitled a title is given */
export function sourceFault(tidied: string, isTitled: boolean): OutlineError | undefined {
  const fault = faultOf(tidied);
  return isTitled && fault?.fault === 'no-title' ? undefined : fault;
}

/** Rejects an outline that the deck would reject, before it is sent. */
export function requireOutline(markdown: string, name: string): void {
  const refuse = (why: string) => new DeckError('invalid-input', `${why}.`);
  if (markdown.trim() === '') throw refuse(`${name} is empty; an edit requires the complete outline as Markdown`);
  const fault = faultOf(markdown);
  if (fault !== undefined) throw refuse(`${name} cannot be used: ${fault.message}`);
  const unprintable = unprintableFault(markdown, name);
  if (unprintable !== undefined) throw refuse(unprintable);
}
