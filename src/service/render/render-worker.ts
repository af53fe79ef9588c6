/** Worker thread of the renderer: takes one request at a time, so that memory and the thread pool stay bounded. */
import { parentPort } from 'node:worker_threads';
import { type CoverInput, type RenderInput, renderCover, renderDeck, renderSuitCover } from './exports';
import { type PreviewInput, previewSlide, previewSlides } from './preview';

export type Request =
  | { call: 'render'; input: RenderInput }
  | { call: 'cover'; input: CoverInput }
  | { call: 'suitCover'; input: number }
  | { call: 'preview'; input: PreviewInput }
  | { call: 'previewSlide'; input: PreviewInput; number: number };

export type Reply = { id: number; value: unknown } | { id: number; error: { name: string; message: string } };

let queue = Promise.resolve();

parentPort?.on('message', (message: { id: number; request: Request }) => {
  queue = queue.then(async () => {
    const reply = await answer(message.id, message.request);
    parentPort!.postMessage(reply);
  });
});

async function answer(id: number, request: Request): Promise<Reply> {
  try {
    return { id, value: await run(request) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { id, error: { name, message } };
  }
}

async function run(request: Request): Promise<unknown> {
  switch (request.call) {
    case 'render':
      return renderDeck(request.input);
    case 'cover':
      return renderCover(request.input);
    case 'suitCover':
      return renderSuitCover(request.input);
    case 'preview':
      return previewSlides(request.input);
    case 'previewSlide':
      return previewSlide(request.input, request.number);
  }
}
