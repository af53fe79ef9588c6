/** The layouts of a template, and its special slides: cover, contents, chapter, ending. */
import type { Language } from '../../../outline/outline';
import { Canvas, placeText, tone } from '../canvas/canvas';
import {
  type Box,
  type Layout,
  type LayoutName,
  layoutNames,
  type Slide,
  type SlideKind,
  type TextBox,
  type TextPart,
} from '../deck/deck';
import type { Slot, Surface, Template } from '../templates/template';
import type { Measured, ParagraphSpec, Typesetter } from '../text/measure';
import { bodySizes, fill, plain, slotSpec } from './sheet';

const prompts = {
  en: { title: 'Click to add a title', text: 'Click to add text' },
  zh: { title: '单击此处添加标题', text: '单击此处添加文本' },
};

const made = new WeakMap<Template, Map<Language, Layout[]>>();

/** Created once per template and language, because writers cache their output for each object. */
export function layouts(template: Template, type: Typesetter): Layout[] {
  const languages = made.get(template) ?? new Map<Language, Layout[]>();
  made.set(template, languages);
  const all = languages.get(type.language) ?? draw(template, type);
  languages.set(type.language, all);
  return all;
}

function draw(template: Template, type: Typesetter): Layout[] {
  return layoutNames.map((name) => {
    const stage = template[name];
    const canvas = new Canvas(type, name);
    stage.decorate(canvas);
    return {
      name,
      ground: stage.ground,
      shapes: canvas.shapes,
      title: sample(type, { font: 'heading', ...stage.title }, prompts[type.language].title, 'title'),
      samples: samplesOf(template, name, type),
    };
  });
}

function samplesOf(template: Template, name: LayoutName, type: Typesetter): Layout['samples'] {
  const { text } = prompts[type.language];
  switch (name) {
    case 'cover':
    case 'ending':
      return { subtitle: sample(type, template[name].subtitle, text) };
    case 'chapter':
      return { list: sample(type, template.chapter.list, text) };
    case 'catalogue':
      return { body: sample(type, bodySlot(template.catalogue), text) };
    case 'page':
      return {
        body: sample(type, bodySlot(template.page), text),
        footer: sample(type, template.page.footer, ''),
        number: sample(type, template.page.number, '‹#›', 'page-number'),
      };
  }
}

const bodySlot = ({ body, surface }: { body: Box; surface: Surface }): Slot => ({
  box: body,
  sizes: [bodySizes[1]],
  tone: tone(surface.text),
});

/** A text in the largest size of its place. */
function sample(type: Typesetter, slot: Slot, text: string, part: TextPart = 'text'): TextBox {
  const spec = slotSpec(slot, text, slot.sizes[0]!);
  const name = part === 'title' ? 'Title' : 'Text';
  return placeText(type, slot.box, type.measure([spec], slot.box.w), { name, part, anchor: slot.anchor ?? 'top' });
}

export interface Drawn {
  slide: Slide;
  canvas: Canvas;
}

/** Separates names on one line. */
export const separator = '  |  ';

export const drawn = (kind: SlideKind, layout: LayoutName, title: string, notes: string[], canvas: Canvas): Drawn => ({
  slide: { kind, layout, title, shapes: canvas.shapes, notes },
  canvas,
});

export function cover(template: Template, type: Typesetter, title: string, chapters: string[], notes: string[]): Drawn {
  const canvas = new Canvas(type, title);
  fill(canvas, template.cover.title, title, 'Title', 'title');
  if (chapters.length > 0)
    fill(canvas, template.cover.subtitle, joined(canvas, template, chapters), 'Subtitle', 'text');
  return drawn('cover', 'cover', title, notes, canvas);
}

/** As many chapter names as fit into the subtitle; a name that fits on a line is not broken. */
function joined(canvas: Canvas, template: Template, chapters: string[]): string[] {
  const { box: where, sizes } = template.cover.subtitle;
  const size = sizes.at(-1)!;
  const spec = (text: string): ParagraphSpec => plain(text, size, 'ink');
  const onOneLine = (text: string): boolean => canvas.type.measure([spec(text)], where.w).lineCount === 1;
  const lines: string[] = [];
  for (const name of chapters.slice(0, 4)) {
    const longer = `${lines.at(-1)}${separator}${name}`;
    if (lines.length > 0 && onOneLine(longer)) lines[lines.length - 1] = longer;
    else if (canvas.type.measure([...lines, name].map(spec), where.w).height <= where.h) lines.push(name);
    else break;
  }
  return lines.length > 0 ? lines : [chapters[0]!];
}

export function chapter(
  template: Template,
  type: Typesetter,
  input: { number: number | undefined; title: string; pages: string[]; notes: string[] },
): Drawn {
  const canvas = new Canvas(type, input.title);
  const { number, title, list } = template.chapter;
  fill(canvas, title, input.title, 'Title', 'title');
  if (input.number !== undefined) {
    const [text] = canvas.shapes.splice(0);
    // The number is never larger than the title.
    const largest = text?.kind === 'text' ? text.paragraphs[0]!.size : number.sizes[0]!;
    const sizes = number.sizes.map((size) => Math.min(size, largest));
    fill(canvas, { ...number, sizes }, String(input.number).padStart(2, '0'), 'Number', 'ornament');
    canvas.shapes.push(text!);
  }
  const measured = pageList(type, list, input.pages);
  if (measured) canvas.place(list.box, measured, { name: 'Pages', anchor: list.anchor ?? 'top' });
  return drawn('chapter', 'chapter', input.title, input.notes, canvas);
}

/** Up to five page names, on one line each if a readable size permits. */
function pageList(type: Typesetter, list: Slot, pages: string[]): Measured | undefined {
  for (let count = Math.min(pages.length, 5); count > 0; count -= 1) {
    const attempts = [16, 15, 14].map((size) =>
      type.measure(
        pages.slice(0, count).map((text): ParagraphSpec => {
          return { text, font: 'body', size, tone: list.tone, align: list.align ?? 'left', before: 6 };
        }),
        list.box.w,
      ),
    );
    const fitting = attempts.filter((each) => each.height <= list.box.h);
    const chosen = fitting.find((each) => each.lineCount === count) ?? fitting[0];
    if (chosen) return chosen;
  }
  return undefined;
}

export function ending(template: Template, type: Typesetter, text: string, deckTitle: string, notes: string[]): Drawn {
  const canvas = new Canvas(type, text);
  fill(canvas, template.ending.title, text, 'Title', 'title');
  fill(canvas, template.ending.subtitle, deckTitle, 'Subtitle', 'text');
  return drawn('ending', 'ending', text, notes, canvas);
}
