import { unzipSync } from 'fflate';
import { archive, type FileKind, formats } from '../src/core/formats';

const TAIL_BYTES = 1024;

/** Checks a file while it is streamed: its first bytes, its last bytes and its size. */
export class FileCheck {
  bytes = 0;
  private head = Buffer.alloc(0);
  private tail = Buffer.alloc(0);

  constructor(private readonly kind: FileKind) {}

  /** Whether it is a ZIP package that {@link unwrapped} has to look into. */
  isZip(): boolean {
    return this.kind !== archive && this.head.toString('latin1').startsWith(archive.magic);
  }

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.head.length < 8) this.head = Buffer.concat([this.head, chunk.subarray(0, 8)]).subarray(0, 8);
    this.tail = Buffer.concat([this.tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
  }

  /** Why the complete file is invalid, or undefined. */
  fault(): string | undefined {
    if (this.bytes === 0) return 'it is empty';
    const { name } = this.kind;
    const { magic, end } = this.isZip() ? archive : this.kind;
    if (!this.head.toString('latin1').startsWith(magic)) return `it does not start like a ${name} file`;
    if (this.tail.includes(end, 0, 'latin1')) return undefined;
    return truncated(this.kind);
  }
}

const truncated = ({ name }: FileKind) => `it does not end like a ${name} file and is probably truncated`;

/**
 * The file in a ZIP package: the package itself if it is a presentation, or its only file of this kind.
 * @param most maximum bytes of the file
 * @returns the bytes, or why there are none
 */
export function unwrapped(bytes: Uint8Array, kind: FileKind, most: number): Uint8Array | string {
  try {
    const names = namesIn(bytes);
    if (names.includes(PRESENTATION))
      return kind === formats.ppt ? bytes : `it is a PowerPoint file, not a ${kind.name} file`;
    const files = names.filter(
      (name) => name.toLowerCase().endsWith(`.${kind.extension}`) && !name.startsWith('__MACOSX/'),
    );
    if (files.length !== 1) return `it is a ZIP file with ${files.length || 'no'} ${kind.name} files`;
    const only = (file: { name: string; originalSize: number }) => file.name === files[0] && file.originalSize <= most;
    const inner = unzipSync(bytes, { filter: only })[files[0]!];
    if (inner === undefined) return 'the file in its ZIP file is too large';
    const check = new FileCheck(kind);
    check.add(inner);
    if (!check.isZip()) return check.fault() ?? inner;
    return namesIn(inner).includes(PRESENTATION) ? inner : truncated(kind);
  } catch {
    return truncated(kind);
  }
}

const PRESENTATION = 'ppt/presentation.xml';

/** The names in a ZIP package, without unpacking anything. */
function namesIn(bytes: Uint8Array): string[] {
  const names: string[] = [];
  unzipSync(bytes, {
    filter: ({ name }) => {
      names.push(name);
      return false;
    },
  });
  return names;
}
