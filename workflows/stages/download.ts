import { ActivityFailure } from '@temporalio/workflow';
import { type Deck, publish, userOf } from '../deck';
import { causeOf } from '../failure-types';
import { exportDesign, forget } from './export';

/** Brings every exported file to disk, checked. An export that has expired is made anew, once; never the content. */
export async function downloadFiles(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  for (const item of state.exports) {
    if (item.state !== 'ready') continue;
    const fetchFiles = () =>
      call.download(`Download the ${item.format} file`).downloadExport({
        user: userOf(deck),
        taskKey: item.taskKey!,
        format: item.format,
        folder: [plan.uid, plan.request],
        name: plan.name,
        zip: plan.zip,
      });
    // A link that has expired: the result asked again has new ones; an export that has expired is made again.
    const fetched = await fetchFiles()
      .catch((error) => (isOf(error, ['LinkExpired']) ? fetchFiles() : Promise.reject(error)))
      .catch(async (error) => {
        if (!isOf(error, ['LinkExpired', 'ExportMissing'])) throw error;
        forget(item);
        publish(deck, 'export');
        await exportDesign(deck);
        return fetchFiles();
      });
    item.files = fetched.files;
    item.state = 'delivered';
  }
}

function isOf(error: unknown, types: string[]): boolean {
  return error instanceof ActivityFailure && types.includes(causeOf(error).type);
}
