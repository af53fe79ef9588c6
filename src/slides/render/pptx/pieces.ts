/** How the shapes of a slide become objects that can be edited: text inside its card, lists as one text, groups. */

import { given } from '../../../core/given';
import type { Box, Geometry, Group, Paragraph, Shape, TextBox } from '../deck/deck';

/** A shape with the text inside it. */
export interface Piece {
  shape: Shape;
  text?: TextBox;
}

export interface PieceGroup {
  group: Group;
  pieces: Piece[];
}

const tolerance = 0.6;

const within = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - tolerance &&
  inner.y >= outer.y - tolerance &&
  inner.x + inner.w <= outer.x + outer.w + tolerance &&
  inner.y + inner.h <= outer.y + outer.h + tolerance;

const sameBox = (a: Box, b: Box): boolean => within(a, b) && within(b, a);

export function piecesOf(shapes: readonly Shape[]): (Piece | PieceGroup)[] {
  const result: (Piece | PieceGroup)[] = [];
  const groups = new Map<Group, PieceGroup>();
  for (const shape of joinedLists(shapes)) {
    const group = 'group' in shape ? shape.group : undefined;
    if (!group) {
      result.push({ shape });
      continue;
    }
    let found = groups.get(group);
    if (!found) {
      found = { group, pieces: [] };
      groups.set(group, found);
      result.push(found);
    }
    add(found.pieces, shape);
  }
  return result.map((each) => ('pieces' in each && each.pieces.length === 1 ? each.pieces[0]! : each));
}

/** Puts a text into the smallest shape around it, if there is one. */
function add(pieces: Piece[], shape: Shape): void {
  if (shape.kind !== 'text') {
    pieces.push({ shape });
    return;
  }
  const hosts = pieces.filter((piece) => holds(piece.shape, shape));
  const host = hosts.reduce<Piece | undefined>(
    (best, each) => (best && area(best.shape) <= area(each.shape) ? best : each),
    undefined,
  );
  const joined = host?.text ? below(host.text, shape) : shape;
  if (host && joined) host.text = joined;
  else pieces.push({ shape });
}

const area = (shape: Shape): number => ('box' in shape ? shape.box.w * shape.box.h : 0);

const radii = (shape: Geometry): number => (shape.kind === 'round' ? (shape.radius ?? 0) : 0);

const isGeometry = (shape: Shape): shape is Geometry =>
  shape.kind === 'rect' || shape.kind === 'round' || shape.kind === 'ellipse' || shape.kind === 'path';

function holds(shape: Shape, text: TextBox): shape is Geometry {
  if (!isGeometry(shape)) return false;
  if (shape.kind === 'ellipse') return isLabel(text, shape);
  return within(text.box, shape.box) && radii(shape) < 40;
}

/** Whether a text is a short label in the middle of a shape of the same size. */
export const isLabel = (text: TextBox, shape: Geometry): boolean =>
  sameBox(text.box, shape.box) && text.anchor === 'middle' && text.paragraphs.every((each) => each.align === 'center');

const topOf = (text: TextBox): number => {
  const { box, anchor, height } = text;
  return box.y + (anchor === 'top' ? 0 : (box.h - height) * (anchor === 'middle' ? 0.5 : 1));
};

/** Both texts as one; undefined if the second one does not continue the column of the first. */
function below(first: TextBox, second: TextBox): TextBox | undefined {
  const gap = topOf(second) - topOf(first) - first.height;
  const [head, ...rest] = second.paragraphs;
  const column = Math.abs(first.box.x - second.box.x) < tolerance && first.paragraphs[0]!.align === head?.align;
  if (!head || !column || gap < 0) return undefined;
  const next: Paragraph = { ...head, before: gap };
  const top = topOf(first);
  const height = first.height + gap + second.height;
  return {
    ...first,
    name: second.name,
    part: second.part,
    ...given({ link: second.link }),
    anchor: 'top',
    height,
    box: { ...first.box, y: top, w: Math.max(first.box.w, second.box.w), h: second.box.y + second.box.h - top },
    paragraphs: [...first.paragraphs, next, ...rest],
  };
}

/** Texts of the same list as one text, in the place of the first. */
function joinedLists(shapes: readonly Shape[]): Shape[] {
  const result: Shape[] = [];
  const places = new Map<Group, number>();
  for (const shape of shapes) {
    const list = shape.kind === 'text' ? shape.list : undefined;
    if (shape.kind !== 'text' || !list) {
      result.push(shape);
      continue;
    }
    const at = places.get(list);
    const joined = at === undefined ? undefined : below(result[at] as TextBox, shape);
    if (joined) result[at!] = joined;
    else places.set(list, result.push(shape) - 1);
  }
  return result;
}
