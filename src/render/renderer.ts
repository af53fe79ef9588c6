/** The renderer as the service sees it: threads for exports, and others for pictures that somebody waits for. */
import { Refusal } from '../contract/refusal';
import { type Caller, LimitExceeded, ThreadPool, type ThreadPoolOptions } from '../threads/thread-pool';
import type { CoverInput, RenderedFile, RenderInput } from './exports';
import type { Preview, PreviewInput } from './preview';
import type { RenderRequest } from './render-worker';

export type { Caller } from '../threads/thread-pool';
export type { CoverInput, RenderedFile, RenderInput } from './exports';
export type { Preview, PreviewInput } from './preview';

export interface Renderer {
  /**
   * Renders a deck. PPTX and PDF are one file; PNG and JPEG are one file a page, "name-01.png" and so on, or with `zip`
   * one file "name.zip". With `edit: false` the slides of a PPTX are pictures.
   * @param input is asked for when its turn has come.
   * @throws Refusal `generation-failed` when the deck exceeds a limit or cannot be drawn: the next attempt would
   *   end like this one.
   */
  render(caller: Caller, input: () => RenderInput | Promise<RenderInput>): Promise<RenderedFile[]>;
  /** PNG cover of the deck (its first slide), 960 × 540 pixels. */
  cover(caller: Caller, input: CoverInput): Promise<Buffer>;
  /** PNG sample cover of a suit, 960 × 540 pixels. */
  suitCover(suitId: number): Promise<Buffer>;
  /** The slides that a text would make. */
  preview(caller: Caller, input: PreviewInput): Promise<Preview>;
  /** PNG of the nth of them, counted from 1, 480 pixels wide; undefined when there is none. */
  previewSlide(caller: Caller, input: PreviewInput, number: number): Promise<Buffer | undefined>;
  /** Ends the threads; calls that are still pending are rejected. */
  close(): Promise<void>;
}

export interface RendererOptions {
  /** Longest time for one export. */
  exportMs?: number;
  /** Longest time for one cover, or one look at a preview. */
  pictureMs?: number;
  /** Path of the threads' script; absent means the compiled one of this project. */
  script?: string;
}

const SCRIPT = 'dist/src/render/render-worker.js';
const EXPORT_MS = 120_000;
/** A cover takes a tenth of a second; the rest is for a thread that has to start on a busy machine. */
const PICTURE_MS = 20_000;

/**
 * Two threads for each kind, of which one user has one: whatever the worst deck does, everybody else finds a thread.
 * Fonts are read once for each thread, so more would cost memory and gain nothing on few cores.
 */
const THREADS = { threads: 2, threadsOfOneOwner: 1, heapMegabytes: 1024 } as const;
/** Of one user: exports are bounded by the service, pictures by what a page shows. */
const WAITING = { exports: 1_000, pictures: 250 } as const;

export function createRenderer(options: RendererOptions = {}): Renderer {
  const { exportMs = EXPORT_MS, pictureMs = PICTURE_MS, script = SCRIPT } = options;
  const threads = (more: Pick<ThreadPoolOptions, 'milliseconds' | 'waitingOfOneOwner'>) =>
    new ThreadPool<RenderRequest>({ ...THREADS, ...more, script });
  const exports_ = threads({ milliseconds: exportMs, waitingOfOneOwner: WAITING.exports });
  const pictures = threads({ milliseconds: pictureMs, waitingOfOneOwner: WAITING.pictures });
  const picture = async <Result>(caller: Caller, request: RenderRequest): Promise<Result> =>
    drawn('the slide', () => pictures.run<Result>(caller, () => request));
  return {
    async render(caller, input) {
      const files = await drawn('the export', () =>
        exports_.run<RenderedFile[]>(caller, async () => ({ call: 'render', input: await input() })),
      );
      return files.map((file) => ({ ...file, bytes: asBuffer(file.bytes) }));
    },
    async cover(caller, input) {
      return asBuffer(await picture<Uint8Array>(caller, { call: 'cover', input }));
    },
    async suitCover(suitId) {
      // The same for everybody, and kept: nobody's turn.
      return asBuffer(await picture<Uint8Array>({ owner: 'suits' }, { call: 'suitCover', input: suitId }));
    },
    preview: (caller, input) => picture<Preview>(caller, { call: 'preview', input }),
    async previewSlide(caller, input, number) {
      const bytes = await picture<Uint8Array | undefined>(caller, { call: 'previewSlide', input, number });
      return bytes && asBuffer(bytes);
    },
    async close() {
      await Promise.all([exports_.close(), pictures.close()]);
    },
  };
}

/** Drawing depends on its input alone, so a deck that exceeds a limit exceeds it each time. */
async function drawn<Result>(what: string, draw: () => Promise<Result>): Promise<Result> {
  try {
    return await draw();
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    throw new Refusal('generation-failed', `${what} was given up: ${error.message}; make the deck shorter`);
  }
}

/** A Buffer arrives from another thread as a plain byte array. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
