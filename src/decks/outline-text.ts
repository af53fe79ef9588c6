import type { Settings } from '../config';
import type { OutlineRevision, PresentationProgress } from '../core/messages';
import { documentStore } from '../documents/open-documents';
import { unprintableFault } from '../text/unprintable';
import { DeckError } from './errors';

/** The current text as Markdown, outline or content; undefined while there is none. */
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

/** Refuses, before anybody is asked, what the deck would refuse. */
export function requireOutline(markdown: string, name: string): void {
  const lines = markdown.split(/\r?\n/);
  const refuse = (why: string) => new DeckError('invalid-input', `${name} ${why}.`);
  if (markdown.trim() === '') throw refuse('is empty; an edit needs the whole outline as Markdown');
  if (!lines.some((line) => /^# \s*\S/.test(line))) throw refuse('has no title: one line must begin with "# "');
  if (!lines.some((line) => /^## \s*\S/.test(line))) throw refuse('has no chapter: a line must begin with "## "');
  const unprintable = unprintableFault(markdown, name);
  if (unprintable !== undefined) throw new DeckError('invalid-input', `${unprintable}.`);
}
