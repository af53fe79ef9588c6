/** Default positions of texts, so that a template defines only its differences. */
import { box, tone } from '../canvas/canvas';
import type { Box, Role, Tone } from '../deck/deck';
import type { Slot, Surface } from './template';

const titleSizes = [44, 40, 36, 32, 28, 24] as const;
const pageTitleSizes = [30, 28, 26, 24, 22, 20] as const;

type Options = Partial<Omit<Slot, 'box' | 'tone'>>;

const slot = (where: Box, colour: Role | Tone, sizes: readonly number[], options: Options): Slot => ({
  box: where,
  tone: typeof colour === 'string' ? tone(colour) : colour,
  sizes,
  ...options,
});

export const bigTitle = (where: Box, colour: Role, options: Options = {}): Slot =>
  slot(where, colour, titleSizes, { font: 'heading', bold: true, anchor: 'bottom', ...options });

export const chapterTitle = (where: Box, colour: Role, options: Options = {}): Slot =>
  bigTitle(where, colour, { sizes: [54, 50, 46, 40, 36, 32, 28, 24], ...options });

export const subtitle = (where: Box, colour: Role | Tone, options: Options = {}): Slot =>
  slot(where, colour, [18, 16, 14], { font: 'body', ...options });

export const pageTitle = (where: Box, colour: Role, options: Options = {}): Slot =>
  slot(where, colour, pageTitleSizes, { font: 'heading', bold: true, anchor: 'middle', ...options });

export const bigNumber = (where: Box, colour: Role | Tone, sizes: readonly number[], options: Options = {}): Slot =>
  slot(where, colour, sizes, { font: 'figure', bold: true, ...options });

export const small = (where: Box, colour: Role | Tone, options: Options = {}): Slot =>
  slot(where, colour, [10], { font: 'body', anchor: 'middle', ...options });

export const footer = (x: number, w: number, colour: Role, y = 506): { footer: Slot; number: Slot } => ({
  footer: small(box(x, y, w - 80, 16), colour),
  number: small(box(x + w - 64, y, 64, 16), colour, { align: 'right' }),
});

export const onPage: Surface = { text: 'ink', quiet: 'muted', accent: 'accent', line: 'line' };
