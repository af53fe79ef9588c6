import { given } from '../../core/given';
/** Rules of a check. Identifiers appear in results, stored reports and other people's configuration: they do not change. */

export type Severity = 'error' | 'warning' | 'note';

interface Rule {
  severity: Severity;
  /** What the rule finds, for lists of rules. */
  finds: string;
  /** What to do about it. */
  remedy: string;
}

const rule = (severity: Severity, finds: string, remedy: string): Rule => ({ severity, finds, remedy });

export const RULES = {
  'text-overflow': rule('error', 'text that is higher than its frame', 'Shorten the text or enlarge the frame.'),
  'text-overlap': rule('error', 'text that crosses other text', 'Move one of the two texts.'),
  'hidden-text': rule('error', 'text behind an opaque shape or image', 'Move the shape to the back, or the text.'),
  'outside-slide': rule('error', 'text, images, charts or tables beyond the edge of the slide', 'Move them inside.'),
  contrast: rule('error', 'text that is hard to read on its background', 'Use a darker or lighter color.'),
  'missing-glyph': rule('error', 'characters that no font can draw', 'Type the characters again.'),
  'missing-part': rule('error', 'references to missing parts of the file', 'Insert the object again.'),
  'missing-image': rule(
    'error',
    'boxes in place of images whose files are missing',
    'Upload the document of the images again, and export again.',
  ),
  'dead-link': rule('error', 'links without a target', 'Correct or remove the link.'),
  'external-link': rule(
    'error',
    'content that programs fetch from elsewhere, and links that are neither web pages nor addresses',
    'Insert the content into the file, or remove the link.',
  ),
  'embedded-object': rule('error', 'objects and controls of other programs', 'Replace them with an image or a table.'),
  action: rule('error', 'actions that start a program or a macro', 'Remove the action.'),
  'unfilled-prompt': rule('error', 'prompts that no one has answered', 'Answer the prompt, or delete it.'),
  'markup-in-text': rule('warning', 'marks of HTML or Markdown in a text', 'Delete the marks.'),
  margin: rule('warning', 'text within 0.25 inch of the edge of the slide', 'Move the text inwards.'),
  'text-size': rule('warning', 'text below 12 points', 'Enlarge the text; move details to the notes.'),
  'empty-band': rule(
    'warning',
    'an empty strip across more than 37 % of the slide',
    'Spread the content over the slide.',
  ),
  'alt-text': rule('warning', 'images and charts without alternative text', 'Describe what they show.'),
  'missing-title': rule('warning', 'slides without a title', 'Add a title; it can be outside the visible area.'),
  'empty-placeholder': rule('warning', 'placeholders without content', 'Fill or delete them.'),
  words: rule('warning', 'more than 120 words on a slide', 'Split the slide, or move text to the notes.'),
  'torn-word': rule('warning', 'a word that does not fit on a line', 'Widen the frame or reduce the size.'),
  'right-to-left': rule(
    'warning',
    'Arabic or Hebrew text set from left to right',
    'Set the direction of the paragraph.',
  ),
  'near-empty': rule('note', 'a slide with a few words and nothing else', 'Add its content, or join it with another.'),
  'repeated-text': rule('note', 'a text that repeats the title, or a sentence that is there twice', 'Say it once.'),
  'dangling-colon': rule('note', 'an announcement that nothing follows', 'Add what it announces, or delete it.'),
  'caption-without-object': rule('note', 'a caption without a table, chart or image', 'Insert the object again.'),
  'loose-text': rule('note', 'text boxes on a slide without a body placeholder', 'Use a layout with placeholders.'),
  'off-theme-color': rule('note', 'colors that are not from the theme', 'Choose colors of the theme.'),
  'label-title': rule('note', 'a title that names a topic but says nothing', 'Write the message as a sentence.'),
  'duplicate-title': rule('note', 'the same title on several slides', 'Say what differs between the slides.'),
  'near-alignment': rule('note', 'edges that almost align', 'Align the objects.'),
  fonts: rule('note', 'more than three fonts', 'Use the two fonts of the theme.'),
  'pdf-tags': rule('error', 'a PDF without tags for screen readers', 'Export it as a tagged PDF.'),
  'pdf-alt-text': rule('error', 'figures of a PDF without alternative text', 'Describe what they show.'),
  'pdf-fonts': rule('error', 'fonts that a PDF does not embed', 'Embed all fonts.'),
  'pdf-language': rule('error', 'a PDF without a language', 'Set the language of the document.'),
  'pdf-title': rule('warning', 'a PDF whose window does not show a title', 'Set the title and display it.'),
  'pdf-identifier': rule('warning', 'a PDF that does not declare PDF/UA', 'Add the PDF/UA identifier.'),
  'pdf-bookmarks': rule('note', 'a PDF of more than 20 pages without bookmarks', 'Add bookmarks.'),
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof RULES;

/** One fault at one place. */
export interface Finding {
  rule: RuleId;
  severity: Severity;
  /** From 1; absent if it concerns the whole file. */
  slide?: number;
  /** Name of the shape, as in PowerPoint's selection pane. */
  shape?: string;
  /** A sentence about this place. */
  message: string;
  remedy: string;
}

interface Place {
  slide?: number;
  shape?: string | undefined;
  severity?: Severity;
}

export function finding(id: RuleId, message: string, { slide, shape, severity }: Place = {}): Finding {
  return {
    rule: id,
    severity: severity ?? RULES[id].severity,
    ...given({ slide }),
    ...(shape === undefined || shape === '' ? {} : { shape }),
    message,
    remedy: RULES[id].remedy,
  };
}

/** Steps of the editability ladder of SlidesGen-Bench, with the reason why the next one is not reached. */
export interface Editability {
  /** From 0 to 5. */
  level: number;
  next: string;
}

/** The JSON of `deck check --format json`. */
export interface CheckReport {
  format: 'pptx' | 'pdf' | 'image';
  /** Slides or pages. */
  slides: number;
  findings: Finding[];
  counts: Record<Severity, number>;
  /** Only for PPTX. */
  editability?: Editability;
}

export function reportOf(
  format: CheckReport['format'],
  slides: number,
  findings: Finding[],
  editability?: Editability,
): CheckReport {
  const rank: Record<Severity, number> = { error: 0, warning: 1, note: 2 };
  const sorted = [...findings].sort(
    (a, b) => rank[a.severity] - rank[b.severity] || (a.slide ?? 0) - (b.slide ?? 0) || a.rule.localeCompare(b.rule),
  );
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of sorted) counts[severity] += 1;
  return { format, slides, findings: sorted, counts, ...given({ editability }) };
}
