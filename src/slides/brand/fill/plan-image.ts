/** An image in the place that a layout has for one, or in the place of its text. */
import { cut, mostCut } from '../../render/compose/gallery';
import { type Illustration, ratioOf, widestOf } from '../../render/compose/image';
import type { Box } from '../../render/deck/deck';
import { isWide } from '../../render/text/characters';
import type { Mapping } from '../mapping';
import type { Survey } from '../place';
import type { Placeholder } from '../placeholders';
import type { Assessed } from '../roles';
import type { Ruler } from '../ruler';
import { fitText } from './fit-text';
import { parasOf } from './plan-page';
import type { Caption, FilledText, PlannedImage } from './planned-slide';

interface Placed {
  layout: Assessed;
  texts: FilledText[];
  image: PlannedImage;
  captions: Caption[];
}

/** Of a caption, in points. */
const size = 12;
const lineHeight = 16;
const distance = 6;
const mostLines = 3;
/** Width of a letter as a share of the size. */
const letter = 0.55;

/** A caption in the width of a place; a longer one is cut, because the notes have all of it. */
function captionIn(text: string, w: number): { text: string; h: number } {
  const room = w * mostLines * 0.9;
  let width = 0;
  let shown = '';
  for (const character of text) {
    width += size * (isWide(character.codePointAt(0)!) ? 1 : letter);
    if (width > room) return { text: `${shown.trimEnd()}…`, h: mostLines * lineHeight };
    shown += character;
  }
  return { text, h: Math.max(1, Math.ceil(width / (w * 0.9))) * lineHeight };
}

/** An image as large as possible in a place; cut only if that fills it. */
function placed(
  image: Illustration,
  holder: Placeholder,
  room: Box,
  caption: string | undefined,
): { image: PlannedImage; captions: Caption[] } {
  const line = caption === undefined ? undefined : captionIn(caption, room.w);
  const h = room.h - (line ? line.h + distance : 0);
  const ratio = ratioOf(image);
  const share = Math.min(ratio / (room.w / h), room.w / h / ratio);
  const isFilling = holder.holds === 'image' && 1 - share < mostCut && widestOf(image) >= room.w;
  const w = isFilling ? room.w : Math.min(room.w, h * ratio, widestOf(image));
  const high = isFilling ? h : w / ratio;
  const box = { x: room.x + (room.w - w) / 2, y: room.y + (h - high) * 0.4, w, h: high };
  const crop = isFilling ? cut(ratio, room.w / h) : undefined;
  const { hash, alt } = image;
  return {
    image: { holder, box, hash, alt, ...(crop ? { crop } : {}) },
    captions: line ? [{ text: line.text, box: { ...room, y: box.y + high + distance, h: line.h } }] : [],
  };
}

/** An image next to points; undefined if the layout has no place for it. */
export function imageBeside(layout: Assessed, texts: FilledText[], image: Illustration): Placed | undefined {
  const holder = layout.image;
  return holder?.box && { layout, texts, ...placed(image, holder, holder.box, image.caption) };
}

/** A place for images is better than a larger one for text. */
const worth = 0.7;
const areaOf = ({ image: { box } }: Placed): number => box.w * box.h;

/** An image without points, with its caption. */
export function imageAlone(ruler: Ruler, mapping: Mapping, survey: Survey, image: Illustration): Placed {
  const layout = mapping.data ?? mapping.text;
  const [body] = layout.bodies;
  const { room } = survey.place(layout)!;
  const where = room.panel || !body?.box ? room.box : (room.holder ?? body).box!;
  const free: Placed = { layout, texts: [], ...placed(image, body ?? layout.title!, where, image.caption) };
  const own = mapping.image;
  if (!own?.image?.box) return free;
  const [place] = own.bodies;
  const text =
    image.caption === undefined || !place
      ? undefined
      : fitText(ruler, place, parasOf([{ heading: '', text: [image.caption] }]));
  const inHolder: Placed = {
    layout: own,
    texts: text ? [text] : [],
    ...placed(image, own.image, own.image.box, text ? undefined : image.caption),
  };
  return areaOf(inHolder) >= areaOf(free) * worth ? inHolder : free;
}
