import type { DeliveryFormat } from '../src/core/formats';

const TAIL_BYTES = 1024;

interface Signature {
  name: string;
  /** First bytes of every file of the format. */
  magic: number[];
  /** Says whether the last bytes are those of a whole file. */
  ends(tail: Buffer): boolean;
}

const ZIP: Signature = {
  name: 'ZIP',
  magic: [0x50, 0x4b, 0x03, 0x04],
  ends: (tail) => tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06])) >= 0,
};

const signatures: Record<DeliveryFormat | 'zip', Signature> = {
  zip: ZIP,
  // A .pptx is a ZIP package.
  ppt: { ...ZIP, name: 'PowerPoint' },
  pdf: { name: 'PDF', magic: [0x25, 0x50, 0x44, 0x46, 0x2d], ends: (tail) => tail.lastIndexOf('%%EOF') >= 0 },
  png: { name: 'PNG', magic: [0x89, 0x50, 0x4e, 0x47], ends: (tail) => tail.lastIndexOf('IEND') >= 0 },
  jpeg: { name: 'JPEG', magic: [0xff, 0xd8, 0xff], ends: (tail) => tail.lastIndexOf(Buffer.from([0xff, 0xd9])) >= 0 },
};

/** Judges a file while it streams past: its first bytes, its last bytes, its size. */
export class FileCheck {
  bytes = 0;
  private head = Buffer.alloc(0);
  private tail = Buffer.alloc(0);

  constructor(private readonly format: DeliveryFormat | 'zip') {}

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.head.length < 8) this.head = Buffer.concat([this.head, chunk.subarray(0, 8)]).subarray(0, 8);
    this.tail = Buffer.concat([this.tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
  }

  /** What is wrong with the whole file, or undefined. */
  fault(): string | undefined {
    if (this.bytes === 0) return 'it is empty';
    const { name, magic, ends } = signatures[this.format];
    if (!magic.every((byte, index) => this.head[index] === byte)) return `it does not begin like a ${name} file`;
    return ends(this.tail) ? undefined : `it does not end like a ${name} file; it was cut off`;
  }
}
