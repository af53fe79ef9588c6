import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import PptxGenJS from 'pptxgenjs';
import { packageRoot } from '../src/base/io/package-root';
import { parseOutline } from '../src/outline/outline-markdown';
import { composeDeck } from '../src/slides/render/compose';
import type { Deck, Fill, Layout, Shape, Slide } from '../src/slides/render/deck/deck';
import { writePptx } from '../src/slides/render/pptx/package';
import { templateById } from '../src/slides/render/templates';
import { measurePairs, type Paired } from './pairs';

const TEMPLATE = 1001;
const SLIDES = 20;
/** Rounds of each side that do not count: both are compiled and their caches full by then. */
const WARM_UP = 20;

type Side = 'ours' | 'other';
/** Of one file. */
interface Written {
  ms: number;
  kilobytes: number;
}

/** Time and size of the PPTX of the same 20 slides, ours over pptxgenjs alone; both in one warm worker thread. */
export async function pptxExport(): Promise<Paired[]> {
  const worker = new Worker(__filename);
  const write = async (side: Side) => {
    worker.postMessage(side);
    return ((await once(worker, 'message')) as [Written])[0];
  };
  const measured = (what: keyof Written, target: string, unit: string, pairs: number) =>
    measurePairs(
      { name: `PPTX of 20 slides, ${what === 'ms' ? 'time' : 'size'}, deck / pptxgenjs`, target, unit },
      { ours: async () => (await write('ours'))[what], other: async () => (await write('other'))[what] },
      { pairs },
    );
  try {
    for (const side of ['ours', 'other'] as const) for (let round = 0; round < WARM_UP; round += 1) await write(side);
    return [await measured('ms', '≤ 0.4', 'ms', 25), await measured('kilobytes', '≤ 0.6', 'KB', 7)];
  } finally {
    await worker.terminate();
  }
}

/** The example text twice: titles, points, tables, charts and a timeline. */
async function sampleDeck(): Promise<Deck> {
  const outline = parseOutline(await readFile(join(packageRoot, 'src/cli/example/planets.md'), 'utf8'));
  const twice = { ...outline, chapters: [...outline.chapters, ...outline.chapters] };
  const whole = composeDeck(twice, templateById(TEMPLATE));
  if (whole.slides.length < SLIDES) throw new Error(`only ${whole.slides.length} slides`);
  return { ...whole, slides: whole.slides.slice(0, SLIDES) };
}

/**
 * The same shapes at the same places by pptxgenjs, as far as it has them: gradients become their first colour, shadows
 * are left out. Decoration that slides share is in slide masters. `write` stores the parts without compressing
 * them, whatever `compression` says; `stream` would compress them and take about twice as long.
 */
export async function withPptxGenJs(deck: Deck): Promise<Buffer> {
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
type Drawn = Exclude<Shape, { kind: 'text' | 'table' | 'chart' | 'picture' }>;

const isDrawn = (shape: Shape): shape is Drawn => !['text', 'table', 'chart', 'picture'].includes(shape.kind);
const inches = (points: number) => points / 72;
const inInches = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) => ({
  ...{ x: inches(x), y: inches(y), w: inches(w), h: inches(h) },
});

function drawMaster(pptx: PptxGenJS, { name, ground, shapes }: Layout, colour: Colour): void {
  const objects = shapes.filter(isDrawn).map((shape) => {
    const { type, options } = geometry(pptx, shape, colour);
    return { text: { text: '', options: { ...options, shape: type } } };
  });
  pptx.defineSlideMaster({ title: name, background: { color: colour(ground) }, objects });
}

function drawSlide(pptx: PptxGenJS, slide: Slide, colour: Colour): void {
  const page = pptx.addSlide({ masterName: slide.layout });
  for (const shape of slide.shapes) {
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
    } else if (isDrawn(shape)) {
      const { type, options } = geometry(pptx, shape, colour);
      page.addShape(type, options);
    }
  }
  page.addNotes(slide.notes.join('\n'));
}

function geometry(
  pptx: PptxGenJS,
  shape: Drawn,
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
  const [x, y] = [(at: number) => inches(at - shape.box.x), (at: number) => inches(at - shape.box.y)];
  const points = shape.path?.map((step): Points[number] => {
    if (step.go === 'Z') return { close: true };
    const at = { x: x(step.x), y: y(step.y) };
    if (step.go !== 'C') return { ...at, moveTo: step.go === 'M' };
    return { ...at, curve: { type: 'cubic', x1: x(step.x1), y1: y(step.y1), x2: x(step.x2), y2: y(step.y2) } };
  });
  const fill = shape.fill && { color: colour(shape.fill) };
  const options = { ...inInches(shape.box), ...(fill && { fill }), ...(points && { points }) };
  return { type: types[shape.kind], options };
}

if (!isMainThread) {
  const deck = sampleDeck();
  parentPort!.on('message', async (side: Side) => {
    const slides = await deck;
    const start = performance.now();
    const file = side === 'ours' ? writePptx(slides) : await withPptxGenJs(slides);
    const ms = performance.now() - start;
    parentPort!.postMessage({ ms, kilobytes: file.length / 1024 } satisfies Written);
  });
}
