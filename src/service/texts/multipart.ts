import busboy from 'busboy';
import { invalid } from '../../contract/service-error';

/** One part of a multipart body; the endpoint decides whether it is a file or a scalar. */
export interface Part {
  name: string;
  /** Empty if the part has none. */
  filename: string;
  mediaType: string;
  bytes: Buffer;
  /** Only of parts without a file name; a text of a document would take twice its memory. */
  text?: string;
}

const MOST_PARTS = 100;

/**
 * Parses the variants that third-party clients send: unquoted names, parts with or without file name and type.
 * @throws ServiceError when the multipart body is incomplete.
 */
export function readMultipart(contentType: string, body: Buffer): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      reject(invalid(`the multipart body cannot be read: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`));
    };
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: { 'content-type': contentType },
        // Keeps the bytes unchanged, because a document can arrive in a part without a file name or type.
        defCharset: 'latin1',
        defParamCharset: 'utf8',
        limits: { parts: MOST_PARTS, fieldSize: body.length, fieldNameSize: 200 },
      });
    } catch (error) {
      fail(error);
      return;
    }
    const parts: Part[] = [];
    parser.on('field', (name, value, { mimeType }) => {
      if (name) parts.push({ name, filename: '', mediaType: mimeType, ...decodeField(value) });
    });
    parser.on('file', (name, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', fail);
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks);
        if (name) parts.push({ name, filename: filename ?? '', mediaType: mimeType, bytes });
      });
    });
    parser.on('partsLimit', () => fail(`more than ${MOST_PARTS} parts`));
    parser.on('error', fail);
    parser.on('close', () => resolve(parts));
    parser.end(body);
  });
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

/** A part without a charset arrives as bytes; it is decoded as UTF-8 if possible. */
function decodeField(value: string): { bytes: Buffer; text: string } {
  const isBytes = !/[^\u0000-\u00ff]/.test(value);
  if (!isBytes) return { bytes: Buffer.from(value, 'utf8'), text: value };
  const bytes = Buffer.from(value, 'latin1');
  try {
    return { bytes, text: STRICT_UTF8.decode(bytes) };
  } catch {
    return { bytes, text: value };
  }
}
