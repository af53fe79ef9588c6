import { randomBytes } from 'node:crypto';
import type { FilePart } from '../contract/index';

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/;

/**
 * Encodes texts and files as multipart. A custom encoder, because the platform's FormData normalizes line breaks, and
 * Markdown must arrive unchanged.
 */
export function encodeMultipart(fields: readonly (readonly [string, string | FilePart])[]): {
  contentType: string;
  body: Buffer;
} {
  const boundary = `deck-${randomBytes(18).toString('hex')}`;
  const pieces: Uint8Array[] = [];
  for (const [name, value] of fields) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === 'string') {
      pieces.push(Buffer.from(`${head}\r\n\r\n${value}\r\n`));
    } else {
      const type = MEDIA_TYPE.test(value.mediaType) ? value.mediaType : 'application/octet-stream';
      pieces.push(Buffer.from(`${head}; filename="${quoted(value.filename)}"\r\nContent-Type: ${type}\r\n\r\n`));
      pieces.push(value.bytes, Buffer.from('\r\n'));
    }
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(pieces) };
}

/** Escapes a quoted name as browsers do (HTML standard, "multipart form data"). */
function quoted(text: string): string {
  return text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}
