import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { Agent, fetch, type Headers } from 'undici';
import type { Settings } from '../../src/config';
import { settingsWithReview } from '../../src/config/running-stack';
import { linkKey, type ReviewLink, signLink } from '../../src/decks/links/review-links';
import { type ReviewServer, startReviewServer } from '../../src/web/server';
import type { Decision, DeckView, Problem } from '../../src/web/v1/schemas';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { Description, type OpenApi } from './described';

export const OPERATOR_TOKEN = 'operators-of-these-tests';

/** Two people by typed names, and one of a group. */
export const POLICY = {
  review: {
    mode: 'required' as const,
    reviewers: ['Ann', 'Bo'],
    approvals: 2,
    verifiedOnly: false,
    requiredGroups: ['legal'],
  },
  reviewerGroups: { legal: ['Li'] },
};

export const edited = (title: string) =>
  `# ${title}\n\n## First\n\n### One\n\n#### Point\n\n## Second\n\n### Two\n\n#### Other\n`;

/** One connection per request: a restart could close a kept connection just as it is reused. */
const unkept = new Agent({ pipelining: 0 });

/** The path of the deck that a link is for. */
export function deckPath(link: string): string {
  const { d } = JSON.parse(Buffer.from(link.split('.', 1)[0]!, 'base64url').toString('utf8'));
  return pathOf(d);
}

/** The path of a deck. */
export const pathOf = (workflowId: string) =>
  `/v1/decks/${workflowId.split('/').slice(1).map(encodeURIComponent).join('/')}`;

/** A review server on a free port next to a pipeline, with the calls of a page. */
export interface Review {
  settings: Settings;
  url: string;
  server: ReviewServer;
  /** The complete log. */
  logged(): string;
  /** A signed link, by default for a reviewer at the outline gate. */
  link(link: Pick<ReviewLink, 'workflowId'> & Partial<ReviewLink>): string;
  /** The URL that a person opens. */
  address(link: Pick<ReviewLink, 'workflowId'> & Partial<ReviewLink>): string;
  /** @throws if a JSON response of the API is not as its OpenAPI document describes it */
  call(path: string, options?: CallOptions): Promise<Answer>;
  deck(link: string): Promise<DeckView>;
  decide(link: string, decision: Decision, headers?: Record<string, string>): Promise<Answer>;
  /** Waits until the deck of a link matches. */
  until(link: string, fits: (view: DeckView) => boolean): Promise<DeckView>;
  /** Starts a deck, waits for the outline gate, and returns a link. */
  waiting(input: Parameters<Pipeline['start']>[0]): Promise<{ handle: DeckHandle; workflowId: string; link: string }>;
  /** Restarts the server on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface CallOptions {
  link?: string;
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON, for assertions
  json: any;
  refusal: Problem;
}

export interface ReviewOptions {
  env?: NodeJS.ProcessEnv;
  /** Overrides the parsed section `reviewServer`. */
  reviewServer?: Partial<Settings['reviewServer']>;
  /** The stores of the pipeline's service are at hand. */
  hasStores?: boolean;
}

/** Starts a pipeline and a review server before the tests of a file, and stops them afterwards. */
export function withReview(use: (pipeline: Pipeline, review: Review) => void): void {
  let pipeline: Pipeline;
  let review: Review;
  beforeAll(async () => {
    pipeline = await startPipeline();
    review = await startReview(pipeline);
    use(pipeline, review);
  });
  afterAll(async () => {
    await review?.close();
    await pipeline?.close();
  });
}

export async function startReview(
  pipeline: Pick<Pipeline, 'settings' | 'temporal' | 'start'>,
  { env = { DECK_OPERATOR_TOKEN: OPERATOR_TOKEN }, reviewServer, hasStores = true }: ReviewOptions = {},
): Promise<Review> {
  const { settings: configured, temporal } = pipeline;
  const base: Settings = { ...configured, reviewServer: { ...configured.reviewServer, ...reviewServer } };
  let lines = '';
  const log: Logger = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        lines += chunk;
        done();
      },
    }),
  );
  const start = (port: number) => startReviewServer({ settings: base, temporal, log, env, port, hasStores });
  let server = await start(0);
  const settings = settingsWithReview(base, server.url);
  const key = linkKey(settings, env);

  let description: Promise<Description> | undefined;
  const described = async () => {
    const response = await fetch(`${server.url}/v1/openapi.json`, { dispatcher: unkept });
    return new Description((await response.json()) as OpenApi);
  };

  const review: Review = {
    settings,
    url: server.url,
    get server() {
      return server;
    },
    logged: () => lines,
    link: (link) => signLink({ gate: 'outline', role: 'reviewer', expiresAt: Date.now() + 3_600_000, ...link }, key),
    address: (link) => `${server.url}/review#${review.link(link)}`,
    async call(path, { link, json, method = json === undefined ? 'GET' : 'POST', headers = {} } = {}) {
      const response = await fetch(server.url + path, {
        dispatcher: unkept,
        method,
        headers: {
          ...(link === undefined ? {} : { authorization: `Bearer ${link}` }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const type = response.headers.get('content-type') ?? '';
      const value = type.includes('json') && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : undefined;
      if (value !== undefined && Description.covers(method, path)) {
        description ??= described();
        const fault = (await description).fault(method, path, { status: response.status, type, json: value });
        if (fault !== undefined) throw new Error(fault);
      }
      return { status: response.status, headers: response.headers, bytes, json: value, refusal: value };
    },
    async deck(link) {
      const { status, json } = await review.call(deckPath(link), { link });
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`);
      return json;
    },
    decide: (link, decision, headers = {}) =>
      review.call(`${deckPath(link)}/decisions`, { link, json: decision, headers }),
    async until(link, fits) {
      for (let view = await review.deck(link); ; ) {
        if (fits(view)) return view;
        const { status, json } = await review.call(`${deckPath(link)}?since=${view.version}`, { link });
        if (status === 200) view = json;
        else if (status !== 304) throw new Error(`${status}: ${JSON.stringify(json)}`);
      }
    },
    async waiting(input) {
      const handle = await pipeline.start(input);
      const { workflowId } = handle;
      const link = review.link({ workflowId });
      await review.until(link, ({ mayDecide }) => mayDecide);
      return { handle, workflowId, link };
    },
    async restart() {
      const { port } = new URL(server.url);
      await server.close();
      server = await start(Number(port));
    },
    close: () => server.close(),
  };
  return review;
}
