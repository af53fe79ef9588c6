/** The service's interface to the renderer: threads for exports, and others for images that someone waits for. */

import type { FairQueue } from '../../base/threads/fair-queue';
import { type Caller, ThreadPool, type ThreadPoolOptions } from '../../base/threads/thread-pool';
import { LimitExceeded, RESPONSE_WAIT } from '../../base/threads/time-limits';
import { SlidesError } from '../errors/slides-error';
import type { DeckPage } from './deck/deck';
import type { CoverInput, DeckInput, RenderedFile, RenderInput } from './exports';
import type { Preview, PreviewInput } from './preview';
import type { RenderRequest } from './render-worker';
import { systemTemplates } from './templates';

export interface Renderer {
  /**
   * Renders a deck. PPTX and PDF are one file. PNG and JPEG are one file per slide, "name-01.png" and so on, or with
   * `zip` one file "name.zip". With `edit: false` the slides of a PPTX are images.
   * @param input called when a thread is free.
   * @throws SlidesError `too-much-work` when the deck exceeds a limit or cannot be rendered; retrying would fail
   * again. Busy.
   */
  render(caller: Caller, input: () => RenderInput | Promise<RenderInput>): Promise<RenderedFile[]>;
  /** Returns a PNG of the deck's first slide, 960 × 540 pixels. */
  cover(caller: Caller, input: CoverInput): Promise<Buffer>;
  /** Returns a PNG sample cover of a template, 960 × 540 pixels. */
  templateCover(templateId: number): Promise<Buffer>;
  /** Lists the slides of a deck, as in its editable PPTX. */
  pages(caller: Caller, input: DeckInput): Promise<DeckPage[]>;
  /** Lists the slides that a text would produce. */
  preview(caller: Caller, input: PreviewInput): Promise<Preview>;
  /** Returns a PNG of the nth slide, counted from 1, 480 pixels wide; undefined if it does not exist. */
  previewSlide(caller: Caller, input: PreviewInput, number: number): Promise<Buffer | undefined>;
  /** Loads a thread for images before the first request. */
  warm(): Promise<void>;
  /** Stops the threads and rejects pending calls. */
  close(): Promise<void>;
}

interface RendererOptions {
  /** Milliseconds of processor time of one export. */
  exportWork?: number;
  /** The same of one cover or preview. */
  pictureWork?: number;
  /** Turns of exports, and of images that someone waits for. */
  turns?: { jobs: FairQueue; calls: FairQueue };
  /** Path of the threads' script (default: the compiled one of this project). */
  script?: string;
}

const SCRIPT = 'dist/src/slides/render/render-worker.js';
const EXPORT_WORK = 120_000;
/** A job waits for an export, so a busy machine may take several times as long, and at least some minutes. */
const exportWait = (work: number) => Math.max(5 * 60_000, 5 * work);
/** A cover takes a tenth of a second. */
const PICTURE_WORK = 15_000;

/**
 * Two threads of each kind, of which one user gets one, so that even the worst deck leaves a thread for others; a third
 * if all users of one account take both. Fonts are loaded per thread, so more would cost memory and gain nothing on few
 * cores.
 */
const THREADS = { threads: 2, threadsOfOneOwner: 1, spareThreads: 1, heapMegabytes: 1024 } as const;
/** Per user: the service limits exports, the review page limits images. */
const WAITING = { exports: 1_000, pictures: 250 } as const;

/** Has letters of both kinds, whose fonts are loaded separately. */
const FIRST: CoverInput = {
  templateId: systemTemplates[0]!.id,
  outline: { title: 'Ready 就绪', language: 'en', chapters: [{ title: 'Slides 幻灯片', pages: [] }] },
};

export function createRenderer(options: RendererOptions = {}): Renderer {
  const { exportWork = EXPORT_WORK, pictureWork = PICTURE_WORK, turns, script = SCRIPT } = options;
  const threads = (more: Pick<ThreadPoolOptions, 'time' | 'waitingOfOneOwner' | 'turns'>) =>
    new ThreadPool<RenderRequest>({ ...THREADS, ...more, script });
  const exportThreads = threads({
    time: { work: exportWork, wait: exportWait(exportWork) },
    waitingOfOneOwner: WAITING.exports,
    turns: turns?.jobs,
  });
  const pictures = threads({
    time: { work: pictureWork, wait: RESPONSE_WAIT },
    waitingOfOneOwner: WAITING.pictures,
    turns: turns?.calls,
  });
  const picture = async <Result>(caller: Caller, request: RenderRequest): Promise<Result> =>
    drawn('the slide', () => pictures.run<Result>(caller, () => request));
  return {
    async render(caller, input) {
      const files = await drawn('the export', () =>
        exportThreads.run<RenderedFile[]>(caller, async () => ({ call: 'render', input: await input() })),
      );
      return files.map((file) => ({ ...file, bytes: asBuffer(file.bytes) }));
    },
    async cover(caller, input) {
      return asBuffer(await picture<Uint8Array>(caller, { call: 'cover', input }));
    },
    async templateCover(templateId) {
      // The same for everyone and cached, so it belongs to no user's turn.
      return asBuffer(await picture<Uint8Array>({ owner: 'templates' }, { call: 'templateCover', input: templateId }));
    },
    pages: (caller, input) => picture<DeckPage[]>(caller, { call: 'pages', input }),
    preview: (caller, input) => picture<Preview>(caller, { call: 'preview', input }),
    async previewSlide(caller, input, number) {
      const bytes = await picture<Uint8Array | undefined>(caller, { call: 'previewSlide', input, number });
      return bytes && asBuffer(bytes);
    },
    warm: () => pictures.warm({ call: 'cover', input: FIRST }),
    async close() {
      await Promise.all([exportThreads.close(), pictures.close()]);
    },
  };
}

/** Rendering is deterministic, so a deck that exceeds a limit exceeds it every time. */
async function drawn<Result>(what: string, draw: () => Promise<Result>): Promise<Result> {
  try {
    return await draw();
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    throw new SlidesError('too-much-work', `${what} was stopped: ${error.message}; shorten the deck`);
  }
}

/** A Buffer arrives from another thread as a plain byte array. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
