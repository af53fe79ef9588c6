/** Reads a PPTX file back: its entries, the parts as text, images and workbooks as bytes. */
import { strFromU8, unzipSync } from 'fflate';

export function openPackage(bytes: Buffer): Map<string, string> {
  return new Map(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strFromU8(content)]));
}

export const all = (xml: string, pattern: RegExp): string[] =>
  [...xml.matchAll(pattern)].map((match) => match[1] ?? '');
