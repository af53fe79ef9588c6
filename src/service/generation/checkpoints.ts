import { createHash } from 'node:crypto';
import type { Provider } from '../context/services';
import type { Database } from '../store/database';
import { findChapters, keepChapter } from '../store/written-chapters';
import type { ContentRequest, Writer } from '../writer/writer';

/**
 * Wraps a writer so that each finished chapter is stored and not requested again. A later attempt, in any process,
 * continues after the last stored chapter. Chapters are reused only for an identical request.
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
        // A writer does not change text that already exists.
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
