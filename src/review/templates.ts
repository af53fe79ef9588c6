import { privateAllowed } from '../account/download-addresses';
import { serviceClient } from '../account/service-client';
import { ClientError, download, listAll, type ServiceClient } from '../client';
import { isLoopback, type Settings, SettingsError, serviceBaseUrl } from '../config';
import { TEMPLATE_TYPE } from '../contract/templates';
import { userKeyOf } from '../core/deck-id';
import { LruCache } from '../io/lru-cache';
import { findSuit } from '../render/suits';
import type { TemplateList } from './api';
import { Refused } from './refusal';

const PER_PAGE = 24;
const MOST_TEMPLATES = 500;
const LISTS = { weight: 200, ms: 60_000 };
const COVERS = { weight: 32 * 1024 * 1024, ms: 60 * 60_000 };
const LARGEST_COVER = 2 * 1024 * 1024;
const COVER_MS = 15_000;

interface Template {
  id: number;
  type: number;
  /** Address at the service; it stays here. */
  cover: string;
}

/** Whose templates these are. */
interface User {
  uid: string;
  channel: string;
}

export interface Picture {
  mediaType: string;
  bytes: Buffer;
}

/** The templates that a deck's user may choose from, and their covers. */
export class Templates {
  private client: ServiceClient | undefined;
  private readonly lists = new LruCache<Promise<Template[]>>(LISTS);
  private readonly covers = new LruCache<Picture>(COVERS, ({ bytes }) => bytes.length);

  constructor(
    private readonly settings: Settings,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  async list(user: User, page: number): Promise<TemplateList> {
    const all = await this.of(user);
    const pages = Math.max(1, Math.ceil(all.length / PER_PAGE));
    const shown = all.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    return {
      templates: shown.map(({ id, type, cover }) => ({ id, type, name: this.nameOf(id), cover: cover !== '' })),
      page,
      pages,
    };
  }

  async cover(user: User, id: number): Promise<Picture> {
    const template = (await this.of(user)).find((one) => one.id === id);
    if (template === undefined || template.cover === '') throw new Refused('not-found', 'There is no such cover.');
    // By its address, not its number: another account may see another picture under it.
    return this.covers.get(template.cover) ?? this.covers.set(template.cover, await this.fetchCover(template.cover));
  }

  async close(): Promise<void> {
    await this.client?.close();
  }

  private of(user: User): Promise<Template[]> {
    const key = userKeyOf(user);
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    const asked = this.ask(user);
    asked.catch(() => this.lists.delete(key));
    return this.lists.set(key, asked);
  }

  private async ask(user: User): Promise<Template[]> {
    try {
      this.client ??= serviceClient(this.settings, this.env);
      const { client } = this;
      const system = await listAll(MOST_TEMPLATES, (page) => client.call('searchSuits', page, user));
      const enterprise = await listAll(MOST_TEMPLATES, (page) => client.call('listEnterpriseSuits', page, user)).catch(
        (error) => {
          // An account without templates of its own is refused the list of them.
          if (error instanceof ClientError && error.data.kind === 'refused') return { items: [] };
          throw error;
        },
      );
      return [
        ...enterprise.items.map(({ id, cover_img }) => ({ id, type: TEMPLATE_TYPE.enterprise, cover: cover_img })),
        ...system.items.map(({ id, cover_img }) => ({ id, type: TEMPLATE_TYPE.system, cover: cover_img })),
      ];
    } catch (error) {
      if (error instanceof ClientError || error instanceof SettingsError) throw noService();
      throw error;
    }
  }

  /** The specification gives templates no names; those of this project's own service are known here. */
  private nameOf(id: number): string {
    const own = isLoopback(new URL(serviceBaseUrl(this.settings)).hostname);
    const suit = own ? findSuit(id) : undefined;
    return suit === undefined ? `#${id}` : `${suit.english} · ${suit.name}`;
  }

  private async fetchCover(address: string): Promise<Picture> {
    const { href } = new URL(address, serviceBaseUrl(this.settings));
    try {
      const { body } = await download(href, {
        maxBytes: LARGEST_COVER,
        allowPrivate: privateAllowed(this.settings),
        idleMs: COVER_MS,
        totalMs: COVER_MS,
      });
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      const mediaType = pictureType(bytes);
      if (mediaType !== undefined) return { mediaType, bytes };
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
    }
    throw new Refused('not-found', 'The cover of this template cannot be shown.');
  }
}

/** By the beginning of the file: what a server says of it is no protection. */
function pictureType(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

const noService = () =>
  new Refused('no-service', 'The service does not answer, so templates cannot be chosen here; everything else works.');
