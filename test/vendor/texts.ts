import type { Answer, Fields } from './service';

/** The Markdown that the stand-in writes, its trees, and event streams in every form. */

export function outlineOf(title: string): string {
  const chapters = ['Where we are', 'What we want', 'How we get there'];
  return [
    `# ${title}`,
    ...chapters.flatMap((chapter, index) => [
      `## ${chapter}`,
      ...[1, 2].flatMap((page) => [`### Step ${index + 1}.${page}`, `#### First point`, `#### Zweiter Punkt – 第二点`]),
    ]),
  ].join('\n\n');
}

/** The outline with a sentence below each point. */
export function contentOf(outline: string): string {
  return outline.replace(/^#### .*$/gm, (point) => `${point}\n\nA sentence says what is meant, and why 它很重要.`);
}

/** The tree of a Markdown text, with an ending. */
export function treeOf(markdown: string, id: () => unknown): Fields {
  const root = { id: id(), parentId: 0, depth: 1, sort: 0, direction: 1, expanded: true, type: 'title', value: '' };
  const path: Fields[] = [{ ...root, children: [] }];
  const add = (depth: number, type: string, value: string) => {
    path.length = Math.min(path.length, depth - 1);
    const parent = path.at(-1)!;
    const siblings = parent.children as Fields[];
    const place = { id: id(), parentId: parent.id, depth: path.length + 1, sort: siblings.length };
    const node: Fields = { ...place, direction: 1, expanded: true, showTip: false, type, value, children: [] };
    siblings.push(node);
    path.push(node);
  };
  for (const [, marks, text] of markdown.matchAll(/^(#{1,6}) (.*)$/gm)) {
    if (marks!.length === 1) path[0]!.value = text;
    else add(marks!.length, ['section', 'slide', 'entry'][marks!.length - 2] ?? 'entry', text!);
  }
  add(2, 'ending', 'Thank you');
  return path[0]!;
}

export const fenced = (text: string) => `\`\`\`markdown\n${text}\n\`\`\``;

export interface StreamForm {
  /** Name of the events with text; null for none. */
  name?: string | null;
  /** What ends the stream; null for nothing. */
  close?: string | null;
  /** Between the field names and their values. */
  space?: string;
  /** Before the first event, and after each. */
  lead?: string;
  after?: string;
  lineEnd?: string;
  /** Data of one fragment. */
  data?: (fragment: string, index: number) => string;
  /** Bytes of one piece. */
  piece?: number;
  type?: string | null;
  /** Fragments before it ends. */
  fragments?: number;
  end?: Answer['end'];
  fence?: boolean;
}

/** An event stream of a text. */
export function events(text: string, form: StreamForm = {}): Answer & { headers: Record<string, string> } {
  const { name = 'message', close = 'event: close\ndata: api-close\n\n', space = ' ', lead = '', after = '' } = form;
  const { lineEnd = '\n', data = (content) => JSON.stringify({ content }), piece, type, end, fence = true } = form;
  const whole = fence ? fenced(text) : text;
  const fragments = (whole.match(/[\s\S]{1,40}/g) ?? []).slice(0, form.fragments);
  const said = fragments.map((fragment, index) => {
    const lines = data(fragment, index).split('\n');
    const event = name === null ? '' : `event:${space}${name}\n`;
    return `${event}${lines.map((line) => `data:${space}${line}\n`).join('')}\n${after}`;
  });
  const all = `${lead}${said.join('')}${close ?? ''}`.replaceAll('\n', lineEnd);
  const bytes = Buffer.from(all);
  const size = piece ?? 400;
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const headers: Record<string, string> = type === null ? {} : { 'content-type': type ?? 'text/event-stream' };
  return { headers, parts, ...(end && { end }) };
}
