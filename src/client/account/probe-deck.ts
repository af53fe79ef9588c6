import { setTimeout as pause } from 'node:timers/promises';
import { contentCheckState } from '../../contract/profile';
import { TEMPLATE_TYPE } from '../../contract/templates';
import { formats } from '../../core/formats';
import type { ServiceId } from '../../core/service-id';
import { ClientError, download } from '..';
import { absoluteLink, privateAllowed } from './download-addresses';
import { clientError, type Probe, reason } from './probe';

class TooLate extends Error {}

const TITLE = 'Tea at work';
/** A content job or an export that takes longer is not waited for. */
const DEADLINE_MS = 15 * 60_000;
/** After this number of identical polls, a text is complete, whatever its status. */
const STABLE = 3;

/**
 * Makes one small deck, which the account pays for, and learns statuses, codes and times from it. The first failure ends
 * it, and what was created until then has been reported, so that nothing is paid for twice.
 */
export async function probeDeck(probe: Probe): Promise<void> {
  const { client, user, settings, found } = probe;
  const { profile } = settings;
  /** Reports a step with its time. */
  async function step<Result>(name: string, work: Promise<Result>, says: (result: Result) => string): Promise<Result> {
    const start = Date.now();
    const result = await work;
    found(name, 'ok', `${says(result)}, after ${((Date.now() - start) / 1000).toFixed(1)} s`);
    return result;
  }
  try {
    const type = profile.taskTypes.title;
    const task = client.call('createTask', { title: TITLE, type }, user).then(({ id }) => id);
    const task_id = await step('task', task, (id) => `ID ${id}`);
    const outline = wholeText(client.stream('streamOutline', { task_id }, user));
    await step('outline', outline, characters);
    const ticket = await client.call('startContent', { task_id }, user);
    await step('content', checkedContent(probe, ticket), characters);
    const tree = client.call('readOutlineTree', { task_id }, user);
    await step('outline tree', tree, ({ children }) => `${children.length} nodes below its root`);
    const id = await step('design', savedDesign(probe, task_id), (saved) => `ID ${saved}`);
    const format = profile.exportFormats.ppt ?? formats.ppt.wire;
    const task_key = await client.call('startExport', { id, format, edit: true, files_to_zip: false }, user);
    const read = () => client.call('readExportResult', { task_key }, user);
    const exported = looked(probe, 'export', read, (links) => links.length > 0);
    const [link = ''] = await step('export', exported, (links) => `${links.length} of 1 file linked`);
    await step('file', downloaded(probe, link), (bytes) => `${bytes} bytes`);
    found('design', 'note', 'stays in the account', `deck service design delete ${id}`);
  } catch (error) {
    if (!(error instanceof ClientError || error instanceof TooLate)) throw error;
    found('deck', 'missing', `stopped: ${reason(error.message)}`);
  }
}

const characters = (text: string) => `${text.length} characters`;

async function wholeText(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** Looks at a job until it is done. A look that is refused says that it is not ready. */
async function looked<Value>(
  { settings, found }: Probe,
  name: string,
  look: () => Promise<Value>,
  isDone: (value: Value) => boolean,
): Promise<Value> {
  const { firstDelay, cap } = settings.workflow.polling;
  const refusals = new Set<string>();
  const ends = Date.now() + DEADLINE_MS;
  for (let delay = firstDelay; ; delay = Math.min(delay * 1.5, cap)) {
    await pause(delay);
    try {
      const value = await look();
      if (isDone(value)) return value;
    } catch (error) {
      const { message, data } = clientError(error);
      if (Date.now() > ends || data.kind === 'authentication' || data.kind === 'aborted') throw error;
      if (!refusals.has(message)) found(name, 'note', `not ready yet: ${reason(message)}; decks look again`);
      refusals.add(message);
    }
    if (Date.now() > ends) throw new TooLate(`the ${name} job was not complete within 15 min`);
  }
}

/** Waits for the text, and learns which status means what. */
async function checkedContent(probe: Probe, ticket: string): Promise<string> {
  const { client, user, settings, found, suggest } = probe;
  const { contentCheck } = settings.profile;
  const seen: (number | string)[] = [];
  let same = 0;
  let last = '';
  const isDone = ({ status, content }: { status: number | string; content: string }) => {
    same = content !== '' && content === last && status === seen.at(-1) ? same + 1 : 1;
    last = content;
    if (seen.at(-1) !== status) seen.push(status);
    const state = contentCheckState(settings.profile, status, settings.service.baseUrl === null);
    return content !== '' && (state === 'succeeded' || (state === 'unlisted' && same >= STABLE));
  };
  const { content } = await looked(probe, 'content', () => client.call('checkContent', { ticket }, user), isDone);
  const [complete, ...earlier] = seen.reverse();
  found('content check', 'ok', `statuses in their order: ${[...earlier].reverse().concat(complete!).join(', ')}`);
  const unlisted = (status: number | string) =>
    !Object.values(contentCheck).flat().map(String).includes(String(status));
  const generating = [...new Set(earlier)].filter(unlisted);
  if (generating.length > 0) suggest({ contentCheck: { generating: [...contentCheck.generating, ...generating] } });
  if (unlisted(complete!)) suggest({ contentCheck: { succeeded: [...contentCheck.succeeded, complete] } });
  return content;
}

async function savedDesign({ client, user }: Probe, task_id: ServiceId): Promise<ServiceId> {
  const { list } = await client.call('searchSuits', { page: 1, page_size: 1 }, user);
  const template = list[0] && { template_id: list[0].id, template_type: TEMPLATE_TYPE.system };
  const { id } = await client.call('saveDesign', { task_id, name: TITLE, ...template }, user);
  return id;
}

/** The size of the file. */
async function downloaded({ settings }: Probe, link: string): Promise<number> {
  const { bodyIdle: idleMs, total: totalMs } = settings.service.timeouts;
  const limits = { maxBytes: settings.download.maxSize, idleMs, totalMs };
  const { body } = await download(absoluteLink(link, settings), { ...limits, allowPrivate: privateAllowed(settings) });
  let size = 0;
  for await (const chunk of body) size += chunk.length;
  return size;
}
