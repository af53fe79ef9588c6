/** Decks in made templates, as the XML of their slides and parts. */
import { strFromU8, unzipSync } from 'fflate';
import type { Block, Outline } from '../../src/outline/outline';
import { fillTemplate } from '../../src/slides/brand/fill-template';
import { type FileSpec, templateFile } from './template-file';

export const page = (name: string, ...blocks: Block[]): Outline => ({
  title: 'Deck',
  language: 'en',
  chapters: [{ title: 'Chapter', pages: [{ title: name, blocks }] }],
});
export const point = (name: string, ...text: string[]): Block => ({ kind: 'point', title: name, text });
export const created = new Date(Date.UTC(2026, 4, 6));

export function filled(spec: FileSpec, outline: Outline): { slides: string[]; parts: Record<string, string> } {
  const parts = Object.fromEntries(
    Object.entries(unzipSync(fillTemplate({ file: templateFile(spec), outline, created }))).map(([path, content]) => [
      path,
      strFromU8(content),
    ]),
  );
  const slides = Object.keys(parts)
    .filter((path) => /^ppt\/slides\/slide\d+\.xml$/.test(path))
    .sort((a, b) => Number(/\d+/.exec(a)![0]) - Number(/\d+/.exec(b)![0]))
    .map((path) => parts[path]!);
  return { slides, parts };
}

export const textOf = (slide: string): string =>
  [...slide.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map((match) => match[1]).join('|');
