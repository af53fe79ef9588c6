/**
 * Starts a deck, shows and approves its outline, and prints the path of the file. Run again, it returns the same deck.
 *
 *     npx tsc -p docs/examples && node dist/docs/examples/start-and-approve.js "A title" my-request
 *
 * Needs a Temporal server and a worker, such as those of `npx --no-install deck dev`. Set TEMPORAL_ADDRESS,
 * TEMPORAL_NAMESPACE and DECK_TASK_QUEUE if they differ from localhost:7233, default and presentation.
 */
import { Client, Connection } from '@temporalio/client';
import { approve, InvalidInput, PresentationFailed, result, startPresentation, watch } from 'durable-presentations';

const { TEMPORAL_ADDRESS = 'localhost:7233', TEMPORAL_NAMESPACE = 'default', DECK_TASK_QUEUE } = process.env;
const [title = 'The history of tea', request = 'first'] = process.argv.slice(2);

async function main(): Promise<void> {
  const connection = await Connection.connect({ address: TEMPORAL_ADDRESS });
  try {
    const client = new Client({ connection, namespace: TEMPORAL_NAMESPACE });
    const { handle, workflowId, existing } = await startPresentation(
      client,
      { uid: 'example', request, title },
      DECK_TASK_QUEUE === undefined ? {} : { taskQueue: DECK_TASK_QUEUE },
    );
    console.log(`${workflowId} ${existing ? 'was started before' : 'is started'}`);

    let approved = 0;
    for await (const { summary, review, outline, attention } of watch(handle)) {
      console.log(summary);
      if (attention !== undefined) console.log(attention.remedy);
      if (review === undefined || outline === undefined || outline.revision === approved) continue;
      console.log('text' in outline.document ? outline.document.text : outline.document.preview);
      const answer = await approve(handle, outline.revision, { reviewer: 'example' });
      console.log(answer.message);
      approved = outline.revision;
    }

    for (const { path } of (await result(handle)).files) console.log(path);
  } finally {
    await connection.close();
  }
}

main().catch((error: unknown) => {
  const known = error instanceof InvalidInput || error instanceof PresentationFailed;
  console.error(known ? error.message : error);
  process.exitCode = 1;
});
