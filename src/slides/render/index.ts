export { type Arrangement, type DeckPage, PAGE, type SlideText } from './deck/deck';
export type { PictureFile, Pictures } from './deck/pictures';
export type { Brand } from './exports';
export type { Preview } from './preview';
export { createRenderer, type Renderer } from './renderer';
export {
  colours,
  defaultTemplate,
  enterpriseTemplates,
  findTemplate,
  scenes,
  styles,
  substituteTemplate,
  systemTemplates,
  type Template,
  templateById,
} from './templates';
export { findTemplates } from './templates/search';
export { templateForDeck } from './templates/topics';
