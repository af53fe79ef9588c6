import { LruCache } from '../base/io/lru-cache';
import { ClientError, download, listAll, type ServiceClient } from '../client';
import { privateAllowed, serviceClient } from '../client/account';
import { isOwnService, type Settings, SettingsError, serviceBaseUrl } from '../config';
import { TEMPLATE_TYPE } from '../contract/templates';
import { userKeyOf } from '../core/deck-id';
import type { ServiceId } from '../core/service-id';
import { outlineIn } from '../outline/outline-facts';
import { findTemplate, type Template as RenderedTemplate, systemTemplates, templateForDeck } from '../slides/render';
import { HttpError } from './http-error';
import { shared } from './shared-read';
import type { TemplateList } from './v1/schemas';

const PER_PAGE = 24;
const MAX_TEMPLATES = 500;
const LISTS = { weight: 200, ms: 60_000 };
const COVERS = { weight: 32 * 1024 * 1024, ms: 60 * 60_000 };
const MAX_COVER_BYTES = 2 * 1024 * 1024;
const COVER_TIMEOUT_MS = 15_000;

interface Template {
  id: ServiceId;
  type: number;
  /** URL at the generation service; never sent to the browser. */
  cover: string;
}

/** The user whose templates these are. */
interface User {
  uid: string;
  channel: string;
}

interface Cover {
  mediaType: string;
  bytes: Buffer;
}

/** The templates that a deck's user can choose from, and their covers. */
export class Templates {
  private client: ServiceClient | undefined;
  private readonly lists = new LruCache<Promise<Template[]>>(LISTS);
  private readonly covers = new LruCache<Cover>(COVERS, ({ bytes }) => bytes.length);

  constructor(
    private readonly settings: Settings,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** @param own the names of the account's own templates, which the specification does not have */
  async list(user: User, page: number, own: ReadonlyMap<ServiceId, string>): Promise<TemplateList> {
    const all = await this.of(user);
    const pages = Math.max(1, Math.ceil(all.length / PER_PAGE));
    const shown = all.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    return {
      templates: shown.map(({ id, type, cover }) => {
        const rendered = this.templateOf(id);
        const name = own.get(id);
        const names = rendered ? { en: rendered.english, zh: rendered.name } : name && { en: name, zh: name };
        return { id, type, ...(names && { names }), cover: cover !== '', rendered: rendered !== undefined };
      }),
      page,
      pages,
    };
  }

  async cover(user: User, id: ServiceId): Promise<Cover> {
    const template = (await this.of(user)).find((one) => one.id === id);
    if (template === undefined || template.cover === '')
      throw new HttpError('not-found', 'This template does not have a cover.');
    // Keyed by URL, because another account may see another image under the same ID.
    return this.covers.get(template.cover) ?? this.covers.set(template.cover, await this.fetchCover(template.cover));
  }

  async close(): Promise<void> {
    await this.client?.close();
  }

  private of(user: User): Promise<Template[]> {
    return shared(this.lists, userKeyOf(user), () => this.load(user));
  }

  private async load(user: User): Promise<Template[]> {
    try {
      this.client ??= serviceClient(this.settings, this.env);
      const { client } = this;
      const system = await listAll(MAX_TEMPLATES, (page) => client.call('searchSuits', page, user));
      // A service rejects this call, in one way or another, for accounts without enterprise templates.
      const enterprise = await listAll(MAX_TEMPLATES, (page) => client.call('listEnterpriseSuits', page, user)).catch(
        (error): { items: [] } => {
          if (error instanceof ClientError) return { items: [] };
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

  /**
   * The template to preview a deck with: the given one, or the one that a deck without a choice gets from the embedded
   * service, by its words. For templates of other services it is an approximation.
   * @param words title of the deck, and its text
   */
  previewTemplate(
    template: ServiceId | undefined,
    words: { title: string; markdown: string },
  ): { templateId: number; approximate: boolean } {
    const known = template === undefined ? undefined : this.templateOf(template);
    if (known !== undefined) return { templateId: known.id, approximate: false };
    const suiting = templateForDeck(systemTemplates, words.title, outlineIn(words.markdown)) ?? systemTemplates[0]!;
    return { templateId: suiting.id, approximate: template !== undefined || !this.isEmbedded() };
  }

  /** The specification does not name templates. Those of the embedded service are known here. */
  private templateOf(id: ServiceId): RenderedTemplate | undefined {
    return this.isEmbedded() && typeof id === 'number' ? findTemplate(id) : undefined;
  }

  private isEmbedded(): boolean {
    return isOwnService(this.settings);
  }

  private async fetchCover(url: string): Promise<Cover> {
    const { href } = new URL(url, serviceBaseUrl(this.settings));
    try {
      const { body } = await download(href, {
        maxBytes: MAX_COVER_BYTES,
        allowPrivate: privateAllowed(this.settings),
        idleMs: COVER_TIMEOUT_MS,
        totalMs: COVER_TIMEOUT_MS,
      });
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      const mediaType = imageType(bytes);
      if (mediaType !== undefined) return { mediaType, bytes };
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
    }
    throw new HttpError('not-found', 'The cover of this template cannot be displayed.');
  }
}

/** Detected from the first bytes, because the server's Content-Type cannot be trusted. */
function imageType(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

const noService = () =>
  new HttpError(
    'no-service',
    'The generation service is not responding, so templates cannot be listed. You can still decide.',
  );
