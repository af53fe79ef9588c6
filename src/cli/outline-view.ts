import type { Settings } from '../config';
import type { OutlineRevision, PresentationProgress } from '../core/messages';
import { documentStore } from '../documents/open-documents';
import { faultOf, outlineIn } from '../outline/outline-facts';
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
  if (markdown.trim() === '') throw badInput(`${name} is empty; an edit needs the whole outline as Markdown.`);
  const fault = faultOf(markdown);
  if (fault !== undefined) throw badInput(`${name} cannot be used: ${fault.message}.`);
  const unprintable = unprintableFault(markdown, name);
  if (unprintable !== undefined) throw badInput(`${unprintable}.`);
}

/** An outline for reading: title, numbered chapters, pages, points and what is below them. */
export function readableOutline(markdown: string, stream: NodeJS.WriteStream = process.stderr): string {
  const { title, chapters } = outlineIn(markdown);
  const dim = (line: string) => styled('dim', line, stream);
  // Words without a heading are no outline yet; they are shown as they are.
  if (chapters.length === 0) return markdown.split(/\r?\n/).map(dim).join('\n');
  const shown = [styled('bold', title, stream)];
  chapters.forEach((chapter, at) => {
    shown.push('', styled('cyan', `${at + 1}. ${chapter.title}`, stream));
    for (const page of chapter.pages) {
      shown.push(`   ${page.title}`);
      for (const block of page.blocks) {
        const [head, rest] =
          block.kind === 'point'
            ? [`· ${block.title}`, block.text]
            : [block.header.join(' | '), block.rows.map((row) => row.join(' | '))];
        shown.push(dim(`     ${head}`), ...rest.map((line) => dim(`       ${line}`)));
      }
    }
  });
  return shown.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}
