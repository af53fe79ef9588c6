/** For programs that run decks in workers of their own: `durable-presentations/worker`. See docs/embedding.md. */

export { DeckPlugin, type DeckPluginOptions } from './deck-plugin';
