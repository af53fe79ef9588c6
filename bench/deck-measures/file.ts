/** What is in a PPTX, counted from its XML, so that decks of any version and program can be compared. */
import { strFromU8, unzipSync } from 'fflate';
import { checkDeck } from '../../src/check/check-deck';
import { wordCount } from './lines';

export interface FileCounts {
  slides: number;
  titles: number;
  bodies: number;
  groups: number;
  charts: number;
  tables: number;
  pictures: number;
  transitions: number;
  layouts: number;
  /** Text frames, and those with more than one paragraph that has text. */
  frames: number;
  wholeFrames: number;
  themeColors: number;
  fixedColors: number;
  words: number;
  /** Lines of text, for the comparison of decks. */
  lines: string[];
  /** Vector shapes that are not placeholders. */
  shapes: number;
  /** Slides with a transition or animation, and media files. */
  moving: number;
  /** Level that `deck check` reports; it leaves out titles, footers and slide numbers. */
  checkLevel: number;
}

/** Level of the editability ladder over all text frames: the first step that a deck misses ends it. */
export function levelOf(counts: FileCounts): number {
  const steps = [
    counts.frames > 0 && counts.wholeFrames / counts.frames >= 0.3,
    counts.shapes > 0,
    counts.layouts > 1 && counts.groups > 0,
    counts.charts > 0,
    counts.moving > 0,
  ];
  const missed = steps.indexOf(false);
  return missed === -1 ? steps.length : missed;
}

export function countFile(bytes: Uint8Array): FileCounts {
  const parts = unzipSync(bytes);
  const names = Object.keys(parts).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
  const slides = names.map((name) => strFromU8(parts[name]!));
  const links = names.map((name) => strFromU8(parts[name.replace('slides/', 'slides/_rels/').concat('.rels')]!));
  const xml = slides.join('');
  const texts = slides.flatMap(textFrames);
  const lines = texts.flat();
  const types = [...xml.matchAll(/<p:ph\b([^>]*)>/g)].map(([, attributes]) => /\btype="(\w+)"/.exec(attributes!)?.[1]);
  const count = (pattern: RegExp): number => xml.match(pattern)?.length ?? 0;
  return {
    slides: slides.length,
    titles: types.filter((type) => type === 'title' || type === 'ctrTitle').length,
    bodies: types.filter((type) => type === undefined || ['body', 'obj', 'subTitle'].includes(type)).length,
    groups: count(/<p:grpSp>/g),
    charts: count(/<c:chart\b/g),
    tables: count(/<a:tbl>/g),
    pictures: count(/<p:pic>/g),
    transitions: slides.filter((slide) => slide.includes('<p:transition')).length,
    layouts: new Set(links.map((rels) => /slideLayout\d+\.xml/.exec(rels)?.[0])).size,
    frames: texts.length,
    wholeFrames: texts.filter((paragraphs) => paragraphs.length > 1).length,
    themeColors: count(/<a:schemeClr\b/g),
    fixedColors: count(/<a:srgbClr\b/g),
    words: lines.reduce((sum, line) => sum + wordCount(line), 0),
    lines,
    shapes: between(xml, '<p:sp>', '</p:sp>').filter((shape) => !shape.includes('<p:ph')).length,
    moving:
      slides.filter((slide) => /<p:(?:transition|timing)\b/.test(slide)).length +
      Object.keys(parts).filter((name) => /^ppt\/media\/.*\.(?:mp4|mov|wmv|m4a|mp3|wav)$/i.test(name)).length,
    checkLevel: checkDeck(bytes).editability!.level,
  };
}

/** Paragraphs with text of each text frame, as plain text. */
export function textFrames(slide: string): string[][] {
  return between(slide, '<p:txBody>', '</p:txBody>')
    .map((frame) =>
      between(frame, '<a:p>', '</a:p>')
        .map((paragraph) => [...paragraph.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text]) => text).join(''))
        .map(plain)
        .filter((text) => text !== ''),
    )
    .filter((paragraphs) => paragraphs.length > 0);
}

/** The texts from each `start` to the next `end`. */
function between(text: string, start: string, end: string): string[] {
  return text
    .split(start)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf(end)));
}

const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .trim();
