import type { Logger } from 'pino';
import { LruCache } from '../base/io/lru-cache';
import { type Settings, SettingsError, serviceCredentials } from '../config';
import { channelIn, uidIn, userKeyOf } from '../core/deck-id';
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

  /** @param deck its ID names the user whose images are shown */
  async of(deck: string, { sha256 }: Document, textOf: () => Promise<string>): Promise<Pictures> {
    if (this.stored === undefined) return NONE;
    const user = { uid: uidIn(deck), channel: channelIn(deck) };
    const key = `${userKeyOf(user)} ${sha256}`;
    const known = this.recent.get(key);
    if (known !== undefined) return known;
    const hashes = pictureHashesIn(await textOf());
    if (hashes.length === 0) return this.recent.set(key, NONE);
    try {
      return this.recent.set(key, await this.stored.named(user, hashes));
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
