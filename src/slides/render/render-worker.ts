/** The entry point of the renderer's threads, which run one request at a time. */
import sharp from 'sharp';
import { answering } from '../../base/threads/answering';
import {
  type CoverInput,
  type DeckInput,
  type RenderInput,
  renderCover,
  renderDeck,
  renderPages,
  renderTemplateCover,
} from './exports';
import { type PreviewInput, previewSlide, previewSlides } from './preview';

export type RenderRequest =
  | { call: 'render'; input: RenderInput }
  | { call: 'cover'; input: CoverInput }
  | { call: 'templateCover'; input: number }
  | { call: 'pages'; input: DeckInput }
  | { call: 'preview'; input: PreviewInput }
  | { call: 'previewSlide'; input: PreviewInput; number: number };

// One core per image: two concurrent exports must leave the event loop its share.
sharp.concurrency(1);

export default answering((request: RenderRequest) => {
  switch (request.call) {
    case 'render':
      return renderDeck(request.input);
    case 'cover':
      return renderCover(request.input);
    case 'templateCover':
      return renderTemplateCover(request.input);
    case 'pages':
      return renderPages(request.input);
    case 'preview':
      return previewSlides(request.input);
    case 'previewSlide':
      return previewSlide(request.input, request.number);
  }
});
