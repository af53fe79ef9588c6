import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { AuditLog } from '../base/audit/audit-log';
import { httpUrlOf, reachableHost } from '../base/io/address';
import { findLocalModel } from '../base/io/local-models';
import { auditOptions, type Settings, settingsWithReview } from '../config';
import { Batches } from '../decks/batches';
import { Decks } from '../decks/decks';
import { documentStore } from '../decks/documents/open-documents';
import { linkKeys } from '../decks/links/review-links';
import { createComparer } from '../slides/import';
import type { TemporalConnection } from '../temporal';
import { createReviewApp } from './app';
import { BrandTemplates } from './brand-templates';
import { DeckLists } from './deck-list';
import { EndedLinks } from './ended-links';
import { listen } from './listen';
import { Logins } from './login';
import { LongPolls } from './long-polls';
import { Operators } from './operators';
import { PreviewImages } from './preview-images';
import { ReviewedDecks } from './reviewed-decks';
import { SlidePreviews } from './slides';
import { Templates } from './templates';
import { UsualDuration } from './usual-duration';

export interface ReviewServerOptions {
  settings: Settings;
  temporal: TemporalConnection;
  log: Logger;
  env?: NodeJS.ProcessEnv;
  /** Overrides `reviewServer.port`; 0 picks a free port. */
  port?: number;
  /**
   * Whether the settings name the stores of the generation service, so that its templates can be corrected here and
   * previews have images (default: service.baseUrl is null).
   */
  hasStores?: boolean;
}

export interface ReviewServer {
  /** The URL it listens on. Links start with `reviewServer.publicUrl` if that is set. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the review page and its API. The server is stateless: links keep working after a restart, also on another
 * host.
 * @throws SettingsError if the link key is missing or a secret is too short
 */
export async function startReviewServer({
  settings: configured,
  temporal,
  log,
  env = process.env,
  port = configured.reviewServer.port,
  hasStores = configured.service.baseUrl === null,
}: ReviewServerOptions): Promise<ReviewServer> {
  const keys = linkKeys(configured, env);
  const [key] = keys;
  const operators = new Operators(configured, keys, env);
  const hasLogin = configured.reviewServer.login.issuer !== null;
  const server = await listen(configured.reviewServer.host, port);
  const url = httpUrlOf(reachableHost(server.host), server.port);
  const settings = settingsWithReview(configured, url);
  const logins = hasLogin ? new Logins(settings, key, log, env) : undefined;
  const stopping = new AbortController();
  const documents = documentStore(settings, { env });
  const pictures = new PreviewImages({ settings, hasStores, env }, log);
  const slides = new SlidePreviews((document) => documents.get(document), pictures);
  const templates = new Templates(settings, env);
  const comparer = createComparer();
  const decks = new ReviewedDecks(temporal, settings);
  const app = createReviewApp({
    settings,
    log,
    audit: new AuditLog({ ...auditOptions(configured, env), origin: 'web' }),
    linkKeys: keys,
    ended: new EndedLinks(decks, documents),
    decks,
    batches: new Batches(temporal, settings),
    documents,
    slides,
    templates,
    brandTemplates: new BrandTemplates(settings, env, hasStores),
    operators,
    logins,
    lists: new DeckLists(temporal, settings, key),
    longPolls: new LongPolls(stopping.signal),
    frames: writesFrames(settings, hasStores, env),
    comparer,
    usual: new UsualDuration(temporal, new Decks(temporal, settings)),
  });
  server.handle(getRequestListener(app.fetch));
  return {
    url,
    async close() {
      stopping.abort();
      await server.close();
      await Promise.all([slides.close(), templates.close(), pictures.close(), comparer.close()]);
    },
  };
}

/** Of a service elsewhere, it is not known. */
async function writesFrames({ server }: Settings, hasStores: boolean, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { default: writer } = server.generation;
  if (!hasStores || writer === 'openai') return false;
  return writer === 'offline' || (await findLocalModel(env)) === undefined;
}
