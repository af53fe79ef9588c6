import { styled } from './terminal';

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
