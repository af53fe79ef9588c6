import { createDirectoryStore } from '../../activities/documents';
import type { Settings } from '../config';
import type { Document } from '../presentation/document';
import type { PresentationProgress } from '../presentation/messages';
import { documentDirectory } from '../presentation/paths';
import { badInput, CliError, exitCodes } from './exit';
import { styled } from './terminal';

/** The document store that worker and command line share. */
export function documentsOf(settings: Settings) {
  return createDirectoryStore(documentDirectory(settings), settings.workflow.claimCheckAbove);
}

/** The current outline as Markdown; undefined while there is none. */
export async function outlineText(settings: Settings, progress: PresentationProgress): Promise<string | undefined> {
  if (progress.outline === undefined) return undefined;
  try {
    return await documentsOf(settings).get(progress.outline.document);
  } catch (error) {
    throw new CliError(exitCodes.failure, (error as Error).message, { cause: error });
  }
}

/** An edited outline as it travels: inside the message when short, by its address otherwise. */
export async function outlineForMessage(settings: Settings, markdown: string): Promise<string | Document> {
  const document = await documentsOf(settings).put(markdown);
  return 'text' in document ? document.text : document;
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
}

/** The Markdown of an outline for reading: title, numbered chapters, pages, points. */
export function readableOutline(markdown: string, stream: NodeJS.WriteStream = process.stderr): string {
  let chapter = 0;
  const shown: string[] = [];
  for (const line of markdown.split(/\r?\n/)) {
    const heading = /^(#{1,6}) +(.*?)(?: +#+)?$/.exec(line);
    const point = /^(\s*)(?:[-*+]|\d+[.)]) +(.*)$/.exec(line);
    if (heading !== null) {
      const [, { length: depth } = '', text = ''] = heading;
      if (depth === 1) shown.push(styled('bold', text, stream));
      else if (depth === 2) {
        chapter += 1;
        shown.push('', styled('cyan', `${chapter}. ${text}`, stream));
      } else if (depth === 3) shown.push(`   ${text}`);
      else shown.push(styled('dim', `${'  '.repeat(depth - 2)} · ${text}`, stream));
    } else if (point !== null) {
      const [, indent = '', text = ''] = point;
      shown.push(styled('dim', `     ${' '.repeat(Math.min(8, indent.length))}· ${text}`, stream));
    } else if (line.trim() !== '') {
      shown.push(styled('dim', `     ${line.trim()}`, stream));
    }
  }
  return shown.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}
