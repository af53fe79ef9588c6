import type { FileKind } from '../src/core/formats';

const TAIL_BYTES = 1024;

/** Checks a file while it is streamed: its first bytes, its last bytes and its size. */
export class FileCheck {
  bytes = 0;
  private head = Buffer.alloc(0);
  private tail = Buffer.alloc(0);

  constructor(private readonly kind: FileKind) {}

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.head.length < 8) this.head = Buffer.concat([this.head, chunk.subarray(0, 8)]).subarray(0, 8);
    this.tail = Buffer.concat([this.tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
  }

  /** Why the complete file is invalid, or undefined. */
  fault(): string | undefined {
    if (this.bytes === 0) return 'it is empty';
    const { name, magic, end } = this.kind;
    if (!this.head.toString('latin1').startsWith(magic)) return `it does not start like a ${name} file`;
    if (this.tail.includes(end, 0, 'latin1')) return undefined;
    return `it does not end like a ${name} file and is probably truncated`;
  }
}
