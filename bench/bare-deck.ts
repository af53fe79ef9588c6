import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { download, type ServiceClient } from '../src/client';
import type { Settings } from '../src/config';
import { contentCheckState } from '../src/contract/profile';
import { wireFormats } from '../src/core/formats';
import { pollDelay } from '../workflows/poll';

const user = { uid: 'bare', channel: '' };

/** The calls of a deck from a title, as a program without durability makes them. */
export async function bareDeck(client: ServiceClient, settings: Settings, title: string): Promise<void> {
  const { profile } = settings;
  await client.ensureToken(user);
  const { id: task_id } = await client.call('createTask', { title, type: profile.taskTypes.title }, user);
  const outline = await textOf(client.stream('streamOutline', { task_id }, user));
  if (outline === '') throw new Error('the outline is empty');
  const ticket = await client.call('startContent', { task_id }, user);
  await polled(settings, async () => {
    const { status, content } = await client.call('checkContent', { ticket }, user);
    if (contentCheckState(profile, status) === 'failed') throw new Error('the content failed');
    return contentCheckState(profile, status) === 'succeeded' && content !== '';
  });
  const tree = await client.call('readOutlineTree', { task_id }, user);
  if (tree.children.length === 0) throw new Error('the tree is empty');
  const templates = await client.call('searchSuits', { task_id, page: 1, page_size: 1 }, user);
  const template = { template_id: templates.list[0]!.id, template_type: 1 };
  const { id } = await client.call('saveDesign', { task_id, name: title, ...template }, user);
  const format = wireFormats(profile.exportFormats).ppt;
  const task_key = await client.call('startExport', { id, format, edit: true, files_to_zip: false }, user);
  let links: string[] = [];
  await polled(settings, async () => {
    links = await client.call('readExportResult', { task_key }, user);
    return links.length > 0;
  });
  const folder = join(settings.output.directory, user.uid);
  await mkdir(folder, { recursive: true });
  for (const [index, link] of links.entries()) await fetchFile(link, join(folder, `${id}-${index}.pptx`), settings);
}

/** By the schedule of the workflow. */
async function polled({ workflow }: Settings, ask: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    await delay(pollDelay(workflow.polling, attempt, Math.random()));
    if (await ask()) return;
  }
}

async function textOf(fragments: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const fragment of fragments) text += fragment;
  return text;
}

async function fetchFile(link: string, path: string, { download: limits, workflow }: Settings): Promise<void> {
  const { body } = await download(link, {
    maxBytes: limits.maxSize,
    allowPrivate: true,
    idleMs: 60_000,
    totalMs: workflow.timeouts.download,
  });
  await pipeline(Readable.from(body), createWriteStream(path));
}
