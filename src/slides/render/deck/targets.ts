/** The addresses that the texts of a slide link to. */
import type { Paragraph, Slide } from './deck';

/** Each address once, in the order of the texts. */
export function targetsOf({ shapes }: Pick<Slide, 'shapes'>): string[] {
  const paragraphs = shapes.flatMap((shape): Paragraph[] => {
    if (shape.kind === 'text') return shape.paragraphs;
    return shape.kind === 'table'
      ? shape.rows.flatMap(({ cells }) => cells.flatMap(({ text }) => text.paragraphs))
      : [];
  });
  return [...new Set(paragraphs.flatMap(({ links = [] }) => links.map(({ target }) => target)))];
}

const PROTOCOLS = ['http:', 'https:', 'mailto:'];

/** An address as a format stores it; undefined for one that must not be followed from a slide. */
export function addressOf(target: string): string | undefined {
  if (!URL.canParse(target)) return undefined;
  const { protocol, href } = new URL(target);
  return PROTOCOLS.includes(protocol) ? href : undefined;
}
