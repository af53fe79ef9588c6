import { bodyLimit } from 'hono/body-limit';
import { HttpError } from './http-error';

/** Of a body without text or files. */
export const MAX_SMALL_BYTES = 4 * 1024;

/** Limits the body by the bytes received, not by its Content-Length. */
export const maxBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new HttpError('too-large', `The request is larger than ${maxSize} bytes.`);
    },
  });
