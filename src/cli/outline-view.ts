import type { Settings } from '../config';
import type { OutlineRevision, PresentationProgress } from '../core/messages';
import { documentStore } from '../documents/open-documents';
import { unprintableFault } from '../text/unprintable';
import { badInput, CliError, exitCodes } from './exit';
import { styled } from './terminal';

/** The current text as Markdown, outline or content; undefined while there is none. */
export async function outlineText(settings: Settings, { outline }: PresentationProgress): Promise<string | undefined> {
  return outline === undefined ? undefined : textOf(settings, outline);
}

/** The Markdown of a revision. */
export async function textOf(settings: Settings, { document }: Pick<OutlineRevision, 'document'>): Promise<string> {
  try {
    return await documentStore(settings).get(document);
  } catch (error) {
    throw new CliError(exitCodes.failure, (error as Error).message, { cause: error });
  }
}

/** Refuses, before anybody is asked, what the deck would refuse. */
export function requireOutline(markdown: string, name: string): void {
  const lines = markdown.split(/\r?\n/);
  if (markdown.trim() === '') throw badInput(`${name} is empty; an edit needs the whole outline as Markdown.`);
  if (!lines.some((line) => /^# \s*\S/.test(line))) {
    throw badInput(`${name} has no title: one line must begin with "# ".`);
  }
  if (!lines.some((line) => /^## \s*\S/.test(line))) {
    throw badInput(`${name} has no chapter: a line must begin with "## ".`);
  }
  const unprintable = unprintableFault(markdown, name);
  if (unprintable !== undefined) throw badInput(`${unprintable}.`);
}

/** The Markdown of an outline for reading: title, numbered chapters, pages, points. */
export function readableOutline(markdown: string, stream: NodeJS.WriteStream = process.stderr): string {
  let chapter = 0;
  const shown: string[] = [];
  for (const line of markdown.split(/\r?\n/)) {
    const heading = /^(#{1,6}) +/.exec(line);
    const point = /^(\s*)(?:[-*+]|\d+[.)]) +/.exec(line);
    if (heading !== null) {
      const [mark, { length: depth } = ''] = heading;
      const text = line.slice(mark.length).replace(/(?<! ) +#+$/, '');
      if (depth === 1) shown.push(styled('bold', text, stream));
      else if (depth === 2) {
        chapter += 1;
        shown.push('', styled('cyan', `${chapter}. ${text}`, stream));
      } else if (depth === 3) shown.push(`   ${text}`);
      else shown.push(styled('dim', `${'  '.repeat(depth - 2)} · ${text}`, stream));
    } else if (point !== null) {
      const [mark, indent = ''] = point;
      const text = line.slice(mark.length);
      shown.push(styled('dim', `     ${' '.repeat(Math.min(8, indent.length))}· ${text}`, stream));
    } else if (line.trim() !== '') {
      shown.push(styled('dim', `     ${line.trim()}`, stream));
    }
  }
  return shown.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}
