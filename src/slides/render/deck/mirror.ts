/** Turns a deck round for languages that run from right to left: what is on the left goes to the right. */
import type {
  Align,
  Box,
  ChartShape,
  Deck,
  Fill,
  Geometry,
  Line,
  Paragraph,
  PathStep,
  Shape,
  TableShape,
  TextBox,
} from './deck';
import { isGradient, PAGE } from './deck';
import { placed } from './placed';

/** Shapes that show the same thing in every language keep their look. */
const KEPT: ReadonlySet<string> = new Set(['Icon']);

const opposite = (x: number): number => PAGE.w - x;
const mirroredBox = (box: Box): Box => ({ ...box, x: opposite(box.x + box.w) });
const aligns: Record<Align, Align> = { left: 'right', center: 'center', right: 'left' };

function mirroredFill(fill: Fill): Fill {
  return isGradient(fill) ? { ...fill, angle: 180 - fill.angle } : fill;
}

function mirroredSteps(steps: readonly PathStep[], move: (x: number) => number): PathStep[] {
  return steps.map((step): PathStep => {
    if (step.go === 'Z') return step;
    if (step.go === 'C') return { ...step, x: move(step.x), x1: move(step.x1), x2: move(step.x2) };
    return { ...step, x: move(step.x) };
  });
}

function mirroredGeometry(shape: Geometry): Geometry {
  const box = mirroredBox(shape.box);
  const by = box.x - shape.box.x;
  const move = KEPT.has(shape.name) ? (x: number): number => x + by : opposite;
  return {
    ...shape,
    box,
    ...(shape.path ? { path: mirroredSteps(shape.path, move) } : {}),
    ...(shape.fill ? { fill: mirroredFill(shape.fill) } : {}),
  };
}

const mirroredLine = (line: Line): Line => ({
  ...line,
  from: { ...line.from, x: opposite(line.from.x) },
  to: { ...line.to, x: opposite(line.to.x) },
});

function movedParagraph(paragraph: Paragraph, start: (x: number, width: number) => number): Paragraph {
  const lines = paragraph.lines.map((line) => {
    const x = start(line.x, line.width);
    return { ...line, x, pieces: line.pieces.map((piece) => ({ ...piece, x: piece.x + x - line.x })) };
  });
  return { ...paragraph, lines };
}

/** Prose starts at the other edge; code stays as it is in its box. */
function mirroredText(text: TextBox): TextBox {
  const box = mirroredBox(text.box);
  const by = box.x - text.box.x;
  const paragraphs = text.paragraphs.map((paragraph) =>
    paragraph.font !== 'code'
      ? { ...movedParagraph(paragraph, (x, width) => opposite(x + width)), align: aligns[paragraph.align] }
      : movedParagraph(paragraph, (x) => x + by),
  );
  return { ...text, box, paragraphs };
}

function mirroredTable(table: TableShape): TableShape {
  const rows = table.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, box: mirroredBox(cell.box), text: mirroredText(cell.text) })),
  }));
  return { ...table, box: mirroredBox(table.box), rows };
}

/** Categories and bars start at the other edge. A ring starts at its top in every language, and keeps its inside. */
function mirroredChart(chart: ChartShape): ChartShape {
  const box = mirroredBox(chart.box);
  const { plot, legend, fromRight, ...look } = chart.look;
  const isRing = chart.data.kind === 'doughnut';
  const by = box.x - chart.box.x;
  const turned = (area: Box): Box => (isRing ? { ...area, x: area.x + by } : mirroredBox(area));
  const byLegend = legend ? turned(legend.box).x - legend.box.x : 0;
  const drawn = chart.drawn.map((each) => {
    if (isRing) return placed(each, { scale: 1, right: by });
    // Programs show the entries of a legend from the left.
    return legend && isInside(each, legend.box) ? placed(each, { scale: 1, right: byLegend }) : mirroredPart(each);
  });
  return {
    ...chart,
    box,
    look: {
      ...look,
      plot: turned(plot),
      ...(legend ? { legend: { ...legend, box: turned(legend.box) } } : {}),
      ...(isRing || fromRight ? {} : { fromRight: true }),
    },
    drawn,
  };
}

function mirroredPart(shape: Geometry | Line | TextBox): Geometry | Line | TextBox {
  if (shape.kind === 'line') return mirroredLine(shape);
  return shape.kind === 'text' ? mirroredText(shape) : mirroredGeometry(shape);
}

function isInside(shape: Geometry | Line | TextBox, { x, y, w, h }: Box): boolean {
  if (shape.kind === 'line') return false;
  const { box } = shape;
  return box.x >= x - 1 && box.x + box.w <= x + w + 1 && box.y >= y - 1 && box.y + box.h <= y + h + 1;
}

export function mirroredShape(shape: Shape): Shape {
  switch (shape.kind) {
    case 'table':
      return mirroredTable(shape);
    case 'chart':
      return mirroredChart(shape);
    case 'picture':
      return { ...shape, box: mirroredBox(shape.box) };
    default:
      return mirroredPart(shape);
  }
}

export function mirroredDeck(deck: Deck): Deck {
  return {
    ...deck,
    layouts: deck.layouts.map((layout) => ({
      ...layout,
      ground: mirroredFill(layout.ground),
      shapes: layout.shapes.map(mirroredShape),
      title: mirroredText(layout.title),
      samples: Object.fromEntries(
        Object.entries(layout.samples).map(([name, sample]) => [name, mirroredText(sample)]),
      ) as typeof layout.samples,
    })),
    slides: deck.slides.map((slide) => ({ ...slide, shapes: slide.shapes.map(mirroredShape) })),
  };
}
