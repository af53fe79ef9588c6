import { ActivityFailure } from '@temporalio/workflow';
import { deckFolder } from '../../../src/core/deck-folder';
import { causeOf } from '../../failure-types';
import { type Deck, now, publish, userOf } from '../deck';
import { evidenceOf } from '../evidence';
import { setFindings } from '../state';
import { exportDesign, forget } from './export';

/**
 * Downloads and checks every exported file. An expired export is started again once; content is never generated again.
 */
export async function downloadFiles(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const found: string[] = [];
  state.folder ??= deckFolder(plan.name, plan.folderId);
  const folder = [plan.uid, state.folder];
  for (const item of state.exports) {
    if (item.state !== 'ready') continue;
    const fetchFiles = () =>
      call.download(`Download the ${item.format} file`).downloadExport({
        user: userOf(deck),
        taskKey: item.taskKey!,
        format: item.format,
        folder,
        // A person who finds the file later must see that it is not finished.
        name: state.openPrompts === undefined ? plan.name : `${plan.name} (frame)`,
        zip: plan.zip,
        evidence: { ...evidenceOf(state), files: state.exports.flatMap(({ files }) => files) },
      });
    // For an expired link, a second download requests new links. An expired export is started again.
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
    found.push(...(fetched.found ?? []));
    state.possibleDuplicates.push(...(fetched.earlier ?? []));
  }
  setFindings(state, found, now());
}

function isOf(error: unknown, types: string[]): boolean {
  return error instanceof ActivityFailure && types.includes(causeOf(error).type);
}
