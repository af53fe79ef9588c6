/** Draws the decks of the review as contact sheets. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { composeDeck } from '../../../src/slides/render/compose';
import type { Deck } from '../../../src/slides/render/deck/deck';
import { drawSlide } from '../../../src/slides/render/picture';
import { templateById } from '../../../src/slides/render/templates';
import { reviewDecks } from './decks';

const ACROSS = 3;
const GAP = 6;
const [WIDTH, HEIGHT] = [560, 315];

/** One image of all slides. */
async function contactSheet(deck: Deck, across = ACROSS): Promise<Buffer> {
  const tiles: { input: Buffer; left: number; top: number }[] = [];
  for (const [index, slide] of deck.slides.entries()) {
    tiles.push({
      input: await drawSlide(deck, slide, 'png', WIDTH),
      left: GAP + (index % across) * (WIDTH + GAP),
      top: GAP + Math.floor(index / across) * (HEIGHT + GAP),
    });
  }
  const rows = Math.ceil(deck.slides.length / across);
  const size = { width: across * (WIDTH + GAP) + GAP, height: rows * (HEIGHT + GAP) + GAP };
  const sheet = sharp({ create: { ...size, channels: 3, background: '#808488' } });
  return sheet.composite(tiles).jpeg({ quality: 80 }).toBuffer();
}

/** One file per deck, or only those with these names. Returns how many it drew. */
export async function drawSheets(directory: string, names: readonly string[] = []): Promise<number> {
  mkdirSync(directory, { recursive: true });
  const chosen = reviewDecks.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const each of chosen) {
    const deck = composeDeck(await each.outline, templateById(each.template)!, each.layout);
    writeFileSync(join(directory, `${each.name}.jpg`), await contactSheet(deck));
  }
  return chosen.length;
}
