import type { Logger } from 'pino';
import { LruCache } from '../base/io/lru-cache';
import { type Settings, SettingsError, serviceCredentials } from '../config';
import type { Document } from '../core/document';
import { pictureHashesIn } from '../outline/picture-line';
import { StoredImages } from '../service/images/stored-images';
import type { Pictures } from '../slides/render';

const NONE: Pictures = new Map();
/** Bytes of the images of recent texts. */
const MAX_BYTES = 64 * 1024 * 1024;
/** An image that is missing now may be there later. */
const KEPT_MS = 30_000;

const bytesOf = (pictures: Pictures): number =>
  [...pictures.values()].reduce((sum, { bytes }) => sum + bytes.length, 1);

/** The images of texts under review. A text has none, and empty boxes in their place, if the stores are not here. */
export class PreviewImages {
  private readonly recent = new LruCache<Pictures>({ weight: MAX_BYTES, ms: KEPT_MS }, bytesOf);
  private readonly stored: StoredImages | undefined;

  constructor(
    { settings, hasStores, env }: { settings: Settings; hasStores: boolean; env: NodeJS.ProcessEnv },
    private readonly log: Pick<Logger, 'warn'>,
  ) {
    const apiKey = hasStores ? keyOf(settings, env) : undefined;
    this.stored = apiKey === undefined ? undefined : new StoredImages(settings, apiKey, env);
  }

  async of({ sha256 }: Document, textOf: () => Promise<string>): Promise<Pictures> {
    if (this.stored === undefined) return NONE;
    const known = this.recent.get(sha256);
    if (known !== undefined) return known;
    const hashes = pictureHashesIn(await textOf());
    if (hashes.length === 0) return this.recent.set(sha256, NONE);
    try {
      return this.recent.set(sha256, await this.stored.named(hashes));
    } catch (error) {
      this.log.warn({ err: error }, 'the images of a text cannot be read; its previews have empty boxes');
      return NONE;
    }
  }

  async close(): Promise<void> {
    await this.stored?.close();
  }
}

function keyOf(settings: Settings, env: NodeJS.ProcessEnv): string | undefined {
  try {
    return serviceCredentials(settings, env).apiKey;
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}
