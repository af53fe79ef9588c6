import type { Block } from '../../outline/outline';
import { outlineIn } from '../../outline/outline-facts';
import { wordsOfPicture } from '../../outline/picture-line';
import { styled } from '../terminal/terminal';

function linesOf(block: Block): string[] {
  if (block.kind === 'code') return block.text.split('\n').map((line) => `  ${line}`);
  if (block.kind === 'picture') return [`[picture] ${wordsOfPicture(block).join(' · ')}`.trimEnd()];
  const [head, rest] =
    block.kind === 'point'
      ? [`· ${block.title}`, block.text]
      : [block.header.join(' | '), block.rows.map((row) => row.join(' | '))];
  return [head, ...rest.map((line) => `  ${line}`)];
}

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
        shown.push(...linesOf(block).map((line) => dim(`     ${line}`)));
      }
    }
  });
  return shown.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}
