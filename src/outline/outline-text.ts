import type { OutlineTree } from '../core/messages';

/** What a person wants to know of an outline without reading it. */
export interface OutlineFacts {
  title: string;
  chapters: number;
  pages: number;
}

/** The text without the code fence that generated Markdown is typically wrapped in. */
export function unfenced(text: string): string {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trim()
    .split('\n');
  if (lines[0]?.startsWith('```')) {
    lines.shift();
    if (lines.at(-1)?.trim() === '```') lines.pop();
  }
  return `${lines.join('\n').trim()}\n`;
}

/** Title and counts by heading level: `#` title, `##` chapter, `###` page. */
export function outlineFacts(markdown: string): OutlineFacts {
  const facts: OutlineFacts = { title: '', chapters: 0, pages: 0 };
  for (const line of markdown.split('\n')) {
    if (line.startsWith('# ') && facts.title === '') facts.title = line.slice(2).trim().slice(0, 200);
    else if (line.startsWith('## ')) facts.chapters += 1;
    else if (line.startsWith('### ')) facts.pages += 1;
  }
  return facts;
}

/** The headings alone: the outline of a text. */
export function headingsOf(markdown: string): string {
  return `${markdown
    .split('\n')
    .filter((line) => /^#{1,6} /.test(line))
    .join('\n\n')}\n`;
}

/** An outline tree as Markdown: a heading for each node, by its depth; what lies deeper than six is a list. */
export function markdownOf(root: OutlineTree): string {
  const lines: string[] = [];
  const open: { node: OutlineTree; depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    // A list of the chapters, and a page that says thanks, are the service's own.
    if (depth > 1 && (node.type === 'catalog' || node.type === 'ending')) continue;
    const text = node.value.replace(/\s+/g, ' ').trim();
    lines.push(depth <= 6 ? `${'#'.repeat(depth)} ${text}` : `${'  '.repeat(depth - 7)}- ${text}`);
    const children = node.children ?? [];
    for (let index = children.length - 1; index >= 0; index -= 1)
      open.push({ node: children[index]!, depth: depth + 1 });
  }
  return `${lines.join('\n\n')}\n`;
}
