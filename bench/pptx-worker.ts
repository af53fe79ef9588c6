/** The thread in which both PPTX writers work on the same 20 slides, one call at a time. */
import { parentPort } from 'node:worker_threads';
import PptxGenJS from 'pptxgenjs';
import { composeDeck } from '../src/render/compose';
import type { Deck, Fill, Layout, Shape, Slide } from '../src/render/deck/deck';
import { writePptx } from '../src/render/pptx/package';
import { templateById } from '../src/render/templates';
import { sampleOutline, TEMPLATE } from './deck-export';

const SLIDES = 20;

export type Side = 'ours' | 'other';
/** Milliseconds and KB of one file. */
export interface Written {
  ms: number;
  kilobytes: number;
}

const deck = sampleDeck();

parentPort?.on('message', async (side: Side) => {
  const slides = await deck;
  const start = performance.now();
  const file = side === 'ours' ? writePptx(slides) : await withPptxGenJs(slides);
  const ms = performance.now() - start;
  parentPort!.postMessage({ ms, kilobytes: file.length / 1024 } satisfies Written);
});

async function sampleDeck(): Promise<Deck> {
  const whole = composeDeck(await sampleOutline(), templateById(TEMPLATE));
  if (whole.slides.length < SLIDES) throw new Error(`only ${whole.slides.length} slides`);
  return { ...whole, slides: whole.slides.slice(0, SLIDES) };
}

/**
 * The same shapes at the same places by pptxgenjs, as far as it has them: gradients become their first colour, shadows
 * are left out. Decoration that slides share is in slide masters. `write` stores the parts without compressing
 * them, whatever `compression` says; `stream` would compress them and take about twice as long.
 */
async function withPptxGenJs(deck: Deck): Promise<Buffer> {
  const pptx = new PptxGenJS();
  pptx.defineLayout({ name: 'PAGE', width: inches(960), height: inches(540) });
  pptx.layout = 'PAGE';
  const colour = (fill: Fill) => deck.style.palette['role' in fill ? fill.role : fill.from.role].slice(1);
  for (const layout of deck.layouts) drawMaster(pptx, layout, colour);
  for (const slide of deck.slides) drawSlide(pptx, slide, colour);
  return (await pptx.write({ outputType: 'nodebuffer' })) as Buffer;
}

type Colour = (fill: Fill) => string;
type Points = NonNullable<PptxGenJS.ShapeProps['points']>;

const inches = (points: number) => points / 72;

function drawMaster(pptx: PptxGenJS, { name, ground, shapes }: Layout, colour: Colour): void {
  const objects = shapes.flatMap((shape) => {
    if (shape.kind === 'text' || shape.kind === 'table' || shape.kind === 'chart' || shape.kind === 'picture')
      return [];
    const { type, options } = geometry(pptx, shape, colour);
    return [{ text: { text: '', options: { ...options, shape: type } } }];
  });
  pptx.defineSlideMaster({ title: name, background: { color: colour(ground) }, objects });
}

function drawSlide(pptx: PptxGenJS, slide: Slide, colour: Colour): void {
  const page = pptx.addSlide({ masterName: slide.layout });
  for (const shape of slide.shapes) drawShape(pptx, page, shape, colour);
  page.addNotes(slide.notes.join('\n'));
}

function drawShape(pptx: PptxGenJS, page: PptxGenJS.Slide, shape: Shape, colour: Colour): void {
  if (shape.kind === 'text') {
    const runs = shape.paragraphs.map(({ text, size, bold, tone, align }) => ({
      text,
      options: { fontSize: size, bold, color: colour(tone), align, breakLine: true },
    }));
    page.addText(runs, { ...inInches(shape.box), margin: 0 });
  } else if (shape.kind === 'table') {
    const rows = shape.rows.map(({ cells }) =>
      cells.map(({ text }) => ({ text: text.paragraphs.map((part) => part.text).join('\n') })),
    );
    page.addTable(rows, { ...inInches(shape.box), colW: shape.columns.map(inches) });
  } else if (shape.kind !== 'chart' && shape.kind !== 'picture') {
    const { type, options } = geometry(pptx, shape, colour);
    page.addShape(type, options);
  }
}

const inInches = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) => ({
  x: inches(x),
  y: inches(y),
  w: inches(w),
  h: inches(h),
});

function geometry(
  pptx: PptxGenJS,
  shape: Exclude<Shape, { kind: 'text' | 'table' | 'chart' | 'picture' }>,
  colour: Colour,
): { type: PptxGenJS.SHAPE_NAME; options: PptxGenJS.ShapeProps } {
  if (shape.kind === 'line') {
    const { from, to, stroke } = shape;
    const where = inInches({ x: from.x, y: from.y, w: to.x - from.x, h: to.y - from.y });
    const line = { color: colour(stroke.tone), width: stroke.width };
    return { type: pptx.ShapeType.line, options: { ...where, line } };
  }
  const { rect, roundRect, ellipse } = pptx.ShapeType;
  const types = { rect, round: roundRect, ellipse, path: 'custGeom' as string as PptxGenJS.SHAPE_NAME };
  const points = shape.path?.map((step): Points[number] => {
    if (step.go === 'Z') return { close: true };
    const at = { x: inches(step.x - shape.box.x), y: inches(step.y - shape.box.y) };
    if (step.go !== 'C') return { ...at, moveTo: step.go === 'M' };
    const [x1, y1] = [inches(step.x1 - shape.box.x), inches(step.y1 - shape.box.y)];
    const [x2, y2] = [inches(step.x2 - shape.box.x), inches(step.y2 - shape.box.y)];
    return { ...at, curve: { type: 'cubic', x1, y1, x2, y2 } };
  });
  const fill = shape.fill && { color: colour(shape.fill) };
  const options = { ...inInches(shape.box), ...(fill && { fill }), ...(points && { points }) };
  return { type: types[shape.kind], options };
}
