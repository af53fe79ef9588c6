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
