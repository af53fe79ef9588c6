/** An image in the deck model. */
import type { Box, Group, Slide, Stroke } from './deck';

/** Shares of the image's width or height that are cut off, from 0 to 1. */
export interface Crop {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface PictureShape {
  kind: 'picture';
  group?: Group;
  name: string;
  alt: string;
  /** What is left after the crop fills it. */
  box: Box;
  /** Of its file in the deck's images. Without a file, formats with placeholders have an empty one. */
  hash: string;
  crop?: Crop;
  /** Corner radius in points. */
  radius?: number;
  /** Around it. */
  stroke?: Stroke;
}

/** Where the complete image would be. */
export function wholeBox({ box, crop }: PictureShape): Box {
  if (!crop) return box;
  const w = box.w / (1 - crop.left - crop.right);
  const h = box.h / (1 - crop.top - crop.bottom);
  return { x: box.x - crop.left * w, y: box.y - crop.top * h, w, h };
}

export const picturesOf = ({ shapes }: Pick<Slide, 'shapes'>): PictureShape[] =>
  shapes.filter((shape) => shape.kind === 'picture');
