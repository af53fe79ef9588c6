/** The renderer as the service sees it. All work is done in one worker thread, so the event loop stays free. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../package-root';
import type { CoverInput, RenderedFile, RenderInput } from './exports';
import type { Preview, PreviewInput } from './preview';
import type { Reply, Request } from './render-worker';

export type { CoverInput, ExportFormat, RenderedFile, RenderInput } from './exports';
export type { Preview, PreviewInput } from './preview';

export interface Renderer {
  /**
   * Renders a deck. PPTX and PDF are one file; PNG and JPEG are one file a page, "name-01.png" and so on, or with `zip`
   * one file "name.zip". With `edit: false` the slides of a PPTX are pictures.
   * @throws RenderError when the suit is unknown or the worker thread ended.
   */
  render(input: RenderInput): Promise<RenderedFile[]>;
  /** PNG cover of the deck (its first slide), 960 × 540 pixels. */
  cover(input: CoverInput): Promise<Buffer>;
  /** PNG sample cover of a suit, 960 × 540 pixels. */
  suitCover(suitId: number): Promise<Buffer>;
  /** The slides that a text would make. */
  preview(input: PreviewInput): Promise<Preview>;
  /** PNG of the nth of them, counted from 1, 480 pixels wide; undefined when there is none. */
  previewSlide(input: PreviewInput, number: number): Promise<Buffer | undefined>;
  /** Ends the worker thread; calls that are still pending are rejected. */
  close(): Promise<void>;
}

export class RenderError extends Error {
  override readonly name = 'RenderError';
}

/**
 * @param script Path of the worker's script; absent means the compiled one of this project.
 */
export function createRenderer(script?: string): Renderer {
  const thread = new RenderThread(script);
  return {
    async render(input) {
      const files = (await thread.ask({ call: 'render', input })) as RenderedFile[];
      return files.map((file) => ({ ...file, bytes: asBuffer(file.bytes) }));
    },
    async cover(input) {
      return asBuffer((await thread.ask({ call: 'cover', input })) as Uint8Array);
    },
    async suitCover(suitId) {
      return asBuffer((await thread.ask({ call: 'suitCover', input: suitId })) as Uint8Array);
    },
    async preview(input) {
      return (await thread.ask({ call: 'preview', input })) as Preview;
    },
    async previewSlide(input, number) {
      const bytes = (await thread.ask({ call: 'previewSlide', input, number })) as Uint8Array | undefined;
      return bytes && asBuffer(bytes);
    },
    close: () => thread.close(),
  };
}

/** A Buffer arrives from another thread as a plain byte array. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

class RenderThread {
  private worker: Worker | undefined;
  private readonly pending = new Map<number, Pending>();
  private nextId = 1;

  constructor(private readonly script: string | undefined) {}

  ask(request: Request): Promise<unknown> {
    const worker = this.start();
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      // Only a thread with work to do keeps the process alive.
      worker.ref();
      worker.postMessage({ id, request });
    });
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.lose(worker, 'The renderer was closed before this call was done.');
    await worker?.terminate();
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    const file = this.script ?? compiledWorker();
    if (!existsSync(file)) throw new RenderError(`The renderer is not compiled (${file} is missing): run the build.`);
    const worker = new Worker(file);
    worker.unref();
    worker.on('message', (reply: Reply) => this.settle(worker, reply));
    worker.on('error', (error) => this.lose(worker, `The render thread failed: ${error.message}`));
    worker.on('exit', (code) => this.lose(worker, `The render thread ended with code ${code}.`));
    this.worker = worker;
    return worker;
  }

  private settle(worker: Worker, reply: Reply): void {
    const call = this.pending.get(reply.id);
    this.pending.delete(reply.id);
    if (this.pending.size === 0) worker.unref();
    if ('error' in reply) call?.reject(new RenderError(reply.error.message));
    else call?.resolve(reply.value);
  }

  /** The next call starts a new thread. */
  private lose(worker: Worker | undefined, reason: string): void {
    if (!worker || worker !== this.worker) return;
    this.worker = undefined;
    const calls = [...this.pending.values()];
    this.pending.clear();
    for (const call of calls) call.reject(new RenderError(reason));
  }
}

/** Always the compiled worker, also when these sources themselves run uncompiled, as under the test runner. */
const compiledWorker = (): string => join(packageRoot, 'dist/src/service/render/render-worker.js');
