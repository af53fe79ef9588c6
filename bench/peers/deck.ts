import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { download, type ServiceClient } from '../../src/client';
import type { Settings } from '../../src/config';
import { contentCheckState } from '../../src/contract/profile';
import { wireFormats } from '../../src/core/formats';
import { pollDelay } from '../../workflows/presentation/poll';

/** Runs a step of a deck, or has its result from an earlier run. */
export type Step = <Result>(name: string, act: () => Promise<Result>) => Promise<Result>;
/** Remembers nothing. */
export const straight: Step = (_, act) => act();
/** The job has ended; asking for it again is of no use. */
export class JobFailed extends Error {}

/** The calls of a deck from a title, as a program without durability makes them. @returns the paths of its files */
export async function makeDeck(
  client: ServiceClient,
  settings: Settings,
  { uid, title }: { uid: string; title: string },
  step: Step,
): Promise<string[]> {
  const { profile } = settings;
  const user = { uid, channel: '' };
  await client.ensureToken(user);
  const type = profile.taskTypes.title;
  const task_id = await step('task', async () => (await client.call('createTask', { title, type }, user)).id);
  await step('outline', async () => {
    let outline = '';
    for await (const fragment of client.stream('streamOutline', { task_id }, user)) outline += fragment;
    if (outline === '') throw new Error('the outline is empty');
    return outline;
  });
  const ticket = await step('job', () => client.call('startContent', { task_id }, user));
  await step('content', () =>
    polled(settings, async () => {
      const { status, content } = await client.call('checkContent', { ticket }, user);
      const state = contentCheckState(profile, status, true);
      if (state === 'failed') throw new JobFailed('the content failed');
      return state === 'succeeded' && content !== '';
    }),
  );
  const tree = await client.call('readOutlineTree', { task_id }, user);
  if (tree.children.length === 0) throw new Error('the tree is empty');
  const id = await step('design', async () => {
    const templates = await client.call('searchSuits', { task_id, page: 1, page_size: 1 }, user);
    const template = { template_id: templates.list[0]!.id, template_type: 1 };
    return (await client.call('saveDesign', { task_id, name: title, ...template }, user)).id;
  });
  const format = wireFormats(profile.exportFormats).ppt;
  const exported = { id, format, edit: true, files_to_zip: false };
  const task_key = await step('export', () => client.call('startExport', exported, user));
  let links: string[] = [];
  await polled(settings, async () => {
    links = await client.call('readExportResult', { task_key }, user);
    return links.length > 0;
  });
  const folder = join(settings.output.directory, uid);
  await mkdir(folder, { recursive: true });
  const limits = { maxBytes: settings.download.maxSize, idleMs: 60_000, totalMs: settings.workflow.timeouts.download };
  const files = links.map((_, index) => join(folder, `${id}-${index}.pptx`));
  for (const [index, link] of links.entries()) {
    const { body } = await download(link, { ...limits, allowPrivate: true });
    await pipeline(Readable.from(body), createWriteStream(`${files[index]}.part`));
    await rename(`${files[index]}.part`, files[index]!);
  }
  return files;
}

/** By the schedule of the workflow. */
async function polled({ workflow }: Settings, ask: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    await delay(pollDelay(workflow.polling, attempt, Math.random()));
    if (await ask()) return;
  }
}
