import { outlineIn } from '../../outline/outline-facts';
import { styled } from '../terminal/terminal';

/** Formats an outline for a terminal, with numbered chapters. */
export function readableOutline(markdown: string, stream: NodeJS.WriteStream = process.stderr): string {
  const { title, chapters } = outlineIn(markdown);
  const dim = (line: string) => styled('dim', line, stream);
  // Text without a heading is not an outline yet. It is shown unchanged.
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
