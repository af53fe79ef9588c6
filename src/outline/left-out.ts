/** A part of a source that is not on a slide, and its place. */
export interface LeftOut {
  kind: LeftOutKind;
  /** Its text, title or target, if it has one. */
  text?: string;
  /** Of an image. */
  caption?: string;
  /** Nearest heading above it. */
  heading?: string;
  page?: number;
  /** Why it is not on a slide, as a clause. */
  reason?: string;
  /** Line of a Markdown text, from 1. */
  line?: number;
}

const NOT_SHOWN = ['is not on a slide', 'are not on the slides'] as const;

/** Names of a part and of several, and what happened to them. */
const KINDS = {
  image: ['image', 'images', ...NOT_SHOWN],
  chart: ['chart', 'charts', ...NOT_SHOWN],
  diagram: ['diagram', 'diagrams', ...NOT_SHOWN],
  drawing: ['drawing', 'drawings', ...NOT_SHOWN],
  object: ['embedded object', 'embedded objects', ...NOT_SHOWN],
  footnote: ['footnote', 'footnotes', ...NOT_SHOWN],
  endnote: ['endnote', 'endnotes', ...NOT_SHOWN],
  formula: ['formula', 'formulas', ...NOT_SHOWN],
  comment: ['comment', 'comments', ...NOT_SHOWN],
  table: ['table', 'tables', 'is in the notes, not on a slide', 'are in the notes, not on the slides'],
  code: ['code block', 'code blocks', 'is in the notes, not on a slide', 'are in the notes, not on the slides'],
  'text box': ['text box', 'text boxes', ...NOT_SHOWN],
  deletion: ['tracked deletion', 'tracked deletions', ...NOT_SHOWN],
  header: ['page header or footer', 'page headers and footers', ...NOT_SHOWN],
  html: ['HTML element', 'HTML elements', ...NOT_SHOWN],
  link: [
    'link',
    'links',
    'lost its target; only its text is on a slide',
    'lost their targets; only their text is shown',
  ],
  nesting: ['list item', 'list items', 'is shown at a higher list level', 'are shown at a higher list level'],
  section: ['section', 'sections', ...NOT_SHOWN],
  text: ['passage', 'passages', 'is not on a slide, or shortened', 'are not on the slides, or shortened'],
} as const;

export type LeftOutKind = keyof typeof KINDS;

/** More parts than this are described together, one sentence for each kind. */
const MOST_SENTENCES = 12;
const MOST_PLACES = 20;
const LONGEST_QUOTE = 60;

/** Sentences about the parts that are not on the slides. Their number and length are limited, whatever the source. */
export function leftOutSentences(parts: readonly LeftOut[]): string[] {
  if (parts.length <= MOST_SENTENCES) return parts.map(sentence);
  return (Object.keys(KINDS) as LeftOutKind[]).flatMap((kind) => {
    const same = parts.filter((part) => part.kind === kind);
    return same.length > 1 ? [together(kind, same)] : same.map(sentence);
  });
}

function sentence(part: LeftOut): string {
  const [one, , fate] = KINDS[part.kind];
  const why = part.reason === undefined ? '' : `: ${part.reason}`;
  const text = [`${one.charAt(0).toUpperCase()}${one.slice(1)}`, described(part), `${fate}${why}.`];
  return text.filter(Boolean).join(' ');
}

function together(kind: LeftOutKind, parts: readonly LeftOut[]): string {
  const [, many, , fate] = KINDS[kind];
  const shown = parts.slice(0, MOST_PLACES).map(described).filter(Boolean);
  const rest = parts.length - shown.length;
  const list = shown.length === 0 ? '' : `: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return `${parts.length} ${many} ${fate}${list}.`;
}

function described({ kind, text: whole, caption, heading, page, line }: LeftOut): string {
  // The query of a target may be a signature.
  const text = kind === 'link' ? whole?.split(/[?#]/, 1)[0] : whole;
  const place = [
    page === undefined ? '' : `page ${page}`,
    line === undefined ? '' : `line ${line}`,
    heading === undefined || heading === '' ? '' : `below ${quoted(heading)}`,
  ].filter(Boolean);
  const name = text === undefined || text === '' ? '' : quoted(text);
  return [
    name,
    caption === undefined ? '' : `with the caption ${quoted(caption)}`,
    place.length === 0 ? '' : `(${place.join(', ')})`,
  ]
    .filter(Boolean)
    .join(' ');
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut =
    [...line].length > LONGEST_QUOTE
      ? `${[...line]
          .slice(0, LONGEST_QUOTE - 1)
          .join('')
          .trimEnd()}…`
      : line;
  return `“${cut}”`;
}
