import PptxGenJS from 'pptxgenjs';
import type { Outline } from '../src/service/domain/outline';
import { parseOutline } from '../src/service/domain/outline-markdown';
import { createOfflineWriter } from '../src/service/generation/writer';
import { composeDeck } from '../src/service/render/compose';
import type { Deck, Fill, Shape, Slide } from '../src/service/render/deck';
import { type ExportFormat, renderDeck } from '../src/service/render/exports';
import { writePptx } from '../src/service/render/pptx/package';
import { suitById } from '../src/service/render/suits';
import { measurePairs, type Paired } from './pairs';

const SUIT = 1001;
const SLIDES = 20;

/** P10: time and size of the PPTX of the same 20 slides, ours over pptxgenjs alone; one process, both warm. */
export async function pptxTime(): Promise<Paired> {
  const deck = await sampleDeck();
  return measurePairs(
    { name: 'P10 PPTX of 20 slides, own writer / pptxgenjs', target: '≤ 0.6', unit: 'ms' },
    { ours: () => timed(async () => writePptx(deck)), other: () => timed(() => withPptxGenJs(deck)) },
    15,
  );
}

export async function pptxSize(): Promise<Paired> {
  const deck = await sampleDeck();
  return measurePairs(
    { name: 'P10 PPTX of 20 slides, size', target: '≤ 0.6', unit: 'KB' },
    {
      ours: async () => writePptx(deck).length / 1024,
      other: async () => (await withPptxGenJs(deck)).length / 1024,
    },
  );
}

/** Time a slide with 200 slides over time a slide with 20: 1 is linear. */
export function perSlide(format: ExportFormat): () => Promise<Paired> {
  return async () => {
    const short = await sampleOutline();
    const long = repeated(short, 10);
    const slides = {
      short: composeDeck(short, suitById(SUIT)).slides.length,
      long: composeDeck(long, suitById(SUIT)).slides.length,
    };
    const render = (outline: Outline) => () => renderDeck({ outline, suitId: SUIT, format, name: 'deck' });
    return measurePairs(
      {
        name: `P10 ${format}, time a slide of ${slides.long} / of ${slides.short} slides`,
        target: 'about 1',
        unit: 'ms a slide',
      },
      {
        ours: async () => (await timed(render(long))) / slides.long,
        other: async () => (await timed(render(short))) / slides.short,
      },
      7,
    );
  };
}

async function sampleOutline(): Promise<Outline> {
  const writer = createOfflineWriter({ fragmentDelayMs: 0 });
  const { signal } = new AbortController();
  const request = { title: 'Quarterly review of a coffee chain', options: {}, variant: 0, signal };
  const outline = parseOutline(await textOf(writer.outline(request)));
  return parseOutline(await textOf(writer.content({ outline, options: {}, signal })));
}

async function sampleDeck(): Promise<Deck> {
  const deck = composeDeck(await sampleOutline(), suitById(SUIT));
  if (deck.slides.length < SLIDES) throw new Error(`only ${deck.slides.length} slides`);
  return { ...deck, slides: deck.slides.slice(0, SLIDES) };
}

function repeated(outline: Outline, times: number): Outline {
  return { ...outline, chapters: Array.from({ length: times }, () => outline.chapters).flat() };
}

async function textOf(fragments: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const fragment of fragments) text += fragment;
  return text;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The same shapes at the same places by pptxgenjs, as far as it has them: gradients become their first colour. */
async function withPptxGenJs(deck: Deck): Promise<Buffer> {
  const pptx = new PptxGenJS();
  pptx.defineLayout({ name: 'PAGE', width: inches(960), height: inches(540) });
  pptx.layout = 'PAGE';
  for (const slide of deck.slides) drawSlide(pptx, deck, slide);
  return (await pptx.write({ outputType: 'nodebuffer', compression: true })) as Buffer;
}

const inches = (points: number) => points / 72;

function drawSlide(pptx: PptxGenJS, deck: Deck, slide: Slide): void {
  const page = pptx.addSlide();
  const layout = deck.layouts.find(({ name }) => name === slide.layout);
  const colour = (fill: Fill) => deck.style.palette['role' in fill ? fill.role : fill.from.role].slice(1);
  if (layout !== undefined) page.background = { color: colour(layout.ground) };
  for (const shape of [...(layout?.shapes ?? []), ...slide.shapes]) drawShape(pptx, page, shape, colour);
  page.addNotes(slide.notes.join('\n'));
}

function drawShape(pptx: PptxGenJS, page: PptxGenJS.Slide, shape: Shape, colour: (fill: Fill) => string): void {
  if (shape.kind === 'line') {
    const { from, to, stroke } = shape;
    const box = { x: inches(from.x), y: inches(from.y), w: inches(to.x - from.x), h: inches(to.y - from.y) };
    page.addShape(pptx.ShapeType.line, { ...box, line: { color: colour(stroke.tone), width: stroke.width } });
    return;
  }
  const { x, y, w, h } = shape.box;
  const box = { x: inches(x), y: inches(y), w: inches(w), h: inches(h) };
  if (shape.kind === 'text') {
    const runs = shape.paragraphs.map(({ text, size, bold, tone, align }) => ({
      text,
      options: { fontSize: size, bold, color: colour(tone), align, breakLine: true },
    }));
    page.addText(runs, { ...box, margin: 0 });
  } else if (shape.kind === 'table') {
    const rows = shape.rows.map(({ cells }) =>
      cells.map(({ text }) => ({ text: text.paragraphs.map((part) => part.text).join('\n') })),
    );
    page.addTable(rows, { ...box, colW: shape.columns.map(inches) });
  } else if (shape.kind !== 'chart') {
    const type = {
      rect: pptx.ShapeType.rect,
      round: pptx.ShapeType.roundRect,
      ellipse: pptx.ShapeType.ellipse,
      path: pptx.ShapeType.rect,
    };
    page.addShape(type[shape.kind], {
      ...box,
      ...(shape.fill === undefined ? {} : { fill: { color: colour(shape.fill) } }),
    });
  }
}
