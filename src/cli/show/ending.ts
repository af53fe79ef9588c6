import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { quoted } from '../../base/text/quoted';
import { shortId } from '../../core/deck-id';
import { spellingOf } from '../../core/formats';
import type { PresentationResult } from '../../core/progress';
import { frameWords } from '../../core/remarks';
import { ownName, runName } from '../terminal/program-name';
import { linked, styled } from '../terminal/terminal';

/** What the person who made a deck knows about it. */
export interface EndingOptions {
  /** Absent if the deck has another source. */
  title?: string | undefined;
  /** Whether to show how to use a document of one's own. */
  showsDocument: boolean;
  /** Set if the deck's page can be opened after this command. */
  workflowId?: string | undefined;
  /** Whether the terminal shows links. */
  links: boolean;
}

/** The mark and outcome of a complete deck: a frame with open prompts is not finished. */
export function outcomeLine({ title, openPrompts, files }: PresentationResult): string {
  const sizes = files.map(({ format, bytes }) => `${spellingOf(format)} ${Math.ceil(bytes / 1024)} KB`).join(', ');
  return openPrompts === undefined
    ? `${styled('green', '✔')} “${title}” delivered: ${sizes}`
    : `${styled('yellow', '!')} “${title}” is a ${frameWords(openPrompts)}: ${sizes}`;
}

/** What to do next: open the slides, fill a frame, use another source. */
export function nextSteps(
  result: PresentationResult,
  { title, showsDocument, workflowId, links }: EndingOptions,
): string[] {
  const run = runName();
  const [file] = result.files;
  return [
    ...(file === undefined ? [] : [`Open the slides:     ${fileLink(file.path, links)}`]),
    ...(workflowId === undefined ? [] : [`Open its page:       ${ownName()} open ${shortId(workflowId)}`]),
    ...(result.openPrompts === undefined ? [] : fillLines(run, title)),
    ...(showsDocument ? [`Use your document:   ${run} --document report.docx`] : []),
  ].map((line) => `  ${line}`);
}

/** Works after the stack has stopped. */
function fileLink(path: string, links: boolean): string {
  const url = pathToFileURL(path).href;
  return links ? linked(basename(path), url, true) : url;
}

/** Only a title can be combined with facts. */
function fillLines(run: string, title: string | undefined): string[] {
  return title === undefined
    ? ['Fill in the prompts: replace what is in brackets, then start the deck again']
    : [
        `Fill in the prompts: ${run} ${quoted(title)} --facts facts.txt`,
        '                     with lines such as "Revenue: 4.2 million" in facts.txt',
      ];
}
