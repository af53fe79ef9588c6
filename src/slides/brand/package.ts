/** Opens a PowerPoint file: all checks of its ZIP directory run before anything is decompressed. */
import { crc32, inflateRawSync } from 'node:zlib';
import { ImportError } from '../import/import-error';
import { readZipDirectory, storedBytes, type ZipEntry } from '../import/zip-directory';
import { relationshipsPart } from '../render/pptx/parts';
import { declaration } from '../render/pptx/xml';
import type { PackedPart, ZipPart } from '../render/pptx/zip';
import { BrandError } from './brand-error';
import { BRAND_LIMITS, type BrandLimits } from './limits';
import { elements, parseXml, writeXml, type XmlNode } from './xml';

const SMALL_PART = 1024 * 1024;
const ZIP_MAGIC = 0x504b;
const OLE_MAGIC = 0xd0cf;

export const megabytes = (size: number): number => Math.max(1, Math.round(size / 1024 / 1024));

/** The parts of a file by name, without a leading slash. Parts are decompressed on demand. */
export class BrandPackage {
  private readonly trees = new Map<string, XmlNode>();
  /** Parts whose text is not that of the file any more. */
  private readonly changed = new Set<string>();
  private unpacked = 0;
  private nodes = 0;

  constructor(
    private readonly file: Uint8Array,
    private readonly entries: ReadonlyMap<string, ZipEntry>,
    private readonly limits: BrandLimits,
  ) {}

  get names(): string[] {
    return [...this.entries.keys()];
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** @throws BrandError when the part is missing or damaged. */
  bytes(name: string): Uint8Array {
    return this.read(name).content;
  }

  /** A part for another file: as it is stored, unless it was changed. */
  part(name: string): ZipPart | PackedPart {
    if (this.changed.has(name)) return { path: name, content: this.text(name) };
    const { content, stored, entry } = this.read(name);
    const deflated = entry.method === 'deflated';
    return { path: name, packed: { bytes: stored, crc: crc32(content), size: content.length, deflated } };
  }

  text(name: string): string {
    if (this.changed.has(name)) return declaration + writeXml(this.xml(name));
    return Buffer.from(this.bytes(name)).toString('utf8');
  }

  replace(name: string, root: XmlNode): void {
    this.trees.set(name, root);
    this.changed.add(name);
  }

  removeLinks(part: string, ids: ReadonlySet<string>): void {
    const name = relationshipsPart(part);
    const root = this.xml(name);
    this.replace(name, { ...root, children: elements(root).filter(({ attributes }) => !ids.has(attributes.Id ?? '')) });
  }

  /** @throws BrandError when the part is missing, damaged or beyond the limits. */
  xml(name: string): XmlNode {
    const known = this.trees.get(name);
    if (known) return known;
    if ((this.entries.get(name)?.size ?? 0) > this.limits.xmlBytes) throw tooMuch(name);
    const { depth } = this.limits;
    const nodes = Math.min(this.limits.nodes, this.limits.totalNodes - this.nodes);
    const tree = parseXml(this.text(name), name, { nodes, depth }, (count) => {
      this.nodes += count;
    });
    this.trees.set(name, tree);
    return tree;
  }

  private read(name: string): { content: Uint8Array; stored: Uint8Array; entry: ZipEntry } {
    const entry = this.entries.get(name);
    if (!entry) throw damaged(`its part ${quoted(name)} is missing`);
    const stored = asBrandError(() => storedBytes(this.file, entry));
    if (entry.method === 'stored') {
      if (stored.length !== entry.size) throw damaged('the sizes in its directory are wrong');
      return { content: stored, stored, entry };
    }
    if (entry.method === 'other') throw damaged(`its part ${quoted(name)} uses an unknown compression method`);
    this.unpacked += entry.size;
    // Every part is read a few times at most.
    if (this.unpacked > 4 * this.limits.unpackedBytes) throw tooMuch(name);
    let content: Uint8Array;
    try {
      content = inflateRawSync(stored, { maxOutputLength: Math.max(1, entry.size) });
    } catch {
      throw damaged(`its part ${quoted(name)} cannot be unpacked`);
    }
    if (content.length !== entry.size) throw damaged('the sizes in its directory are wrong');
    return { content, stored, entry };
  }
}

/** @throws BrandError */
export function openPackage(file: Uint8Array, limits: BrandLimits = BRAND_LIMITS): BrandPackage {
  refuseByMagic(file, limits);
  const entries = asBrandError(() => readZipDirectory(file, limits.entries));
  const byName = new Map<string, ZipEntry>();
  let unpacked = 0;
  for (const entry of entries) {
    if (entry.name.endsWith('/')) continue;
    if (entry.encrypted) throw new BrandError('unreadable', 'The file is encrypted. Save it without a password.');
    if (byName.has(entry.name)) throw damaged(`two of its parts have the name ${quoted(entry.name)}`);
    unpacked += entry.size;
    const explodes = entry.size > SMALL_PART && entry.size > limits.ratio * entry.compressedSize;
    if (unpacked > limits.unpackedBytes || (explodes && /\.(?:xml|rels)$/i.test(entry.name))) throw tooMuch(entry.name);
    byName.set(entry.name, entry);
  }
  return new BrandPackage(file, byName, limits);
}

function refuseByMagic(file: Uint8Array, limits: BrandLimits): void {
  if (file.length === 0) throw new BrandError('unreadable', 'The file is empty.');
  if (file.length > limits.bytes) {
    throw new BrandError(
      'too-large',
      `The file has ${megabytes(file.length)} MB; at most ${megabytes(limits.bytes)} MB are allowed. Compress its images.`,
    );
  }
  const magic = file[0]! * 256 + (file[1] ?? 0);
  if (magic === OLE_MAGIC) {
    throw new BrandError(
      'other-format',
      'The file is password-protected or in the old format (.ppt, .pot). Save it as .potx or .pptx without a password.',
    );
  }
  if (magic !== ZIP_MAGIC) throw new BrandError('other-format', 'The file is not a PowerPoint file (.potx or .pptx).');
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, 80));

export function damaged(what: string): BrandError {
  return new BrandError('unreadable', `The file is corrupted: ${what}. Open it in PowerPoint and save it again.`);
}

function tooMuch(name: string): BrandError {
  return new BrandError(
    'too-large',
    `The file unpacks to far more than is normal (${quoted(name)}). Open it in PowerPoint and save it again.`,
  );
}

/** The checks of ZIP directories are shared with Word documents, so their messages name Word. */
function asBrandError<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    if (error.kind === 'exploding') throw new BrandError('too-large', 'The file has too many parts.');
    throw damaged('its ZIP directory is damaged');
  }
}
