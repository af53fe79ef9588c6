import { createHash } from 'node:crypto';
import type { ContentRequest, Writer } from '../../writer/writer';
import type { Provider } from '../context/services';
import type { Database } from '../store/database';
import { findChapters, keepChapter } from '../store/written-chapters';

/**
 * A writer that keeps each finished chapter of a task in the store, and is not asked again for one that is kept: another
 * attempt, in whichever process, goes on where the last one stopped. Only a request for the same text finds them.
 */
export function checkpointed(
  db: Database,
  taskId: number,
  provider: Provider,
  writer: Pick<Writer, 'content'>,
): Pick<Writer, 'content'> {
  return {
    async *content(request) {
      const { outline } = request;
      const asked = fingerprint(provider, request);
      const kept = await findChapters(db, taskId, asked);
      const chapters = outline.chapters.map((chapter, at) => kept.get(at) ?? chapter);
      yield* writer.content({
        ...request,
        // A writer leaves text alone that is there already.
        outline: { ...outline, chapters },
        onChapter: (at, chapter) => keepChapter(db, taskId, asked, at, chapter),
      });
    },
  };
}

function fingerprint(provider: Provider, { outline, options }: ContentRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([provider, options, outline]))
    .digest('hex');
}
