/** A sentence for the person who asked, next to the text of a stream. */
export class StreamNote {
  constructor(readonly sentence: string) {}
}

/** A piece of a stream. An empty one says that the text is still to come. */
export type Fragment = string | StreamNote;
