import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { BatchCounts, BatchProgress } from '../../core/batch';
import type { Batches, BatchRecord } from '../../decks/batches';
import { isSilence } from '../../decks/errors';
import type { BatchInput } from '../../input/batch';
import { localUser } from '../../io/local-user';
import { pause } from '../../io/pause';
import { listenForInterruption } from '../invocation/interruption';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { readObject } from '../invocation/read-text';
import { createProgressView } from '../show/progress-view';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { print, printJson, printJsonText, printText, say, styled } from '../terminal/terminal';

interface StartOptions extends CommonOptions {
  batch?: string;
  uid?: string;
  window?: number;
  stopOnError?: boolean;
  cancelRunning?: boolean;
  defaults?: string;
  review?: string;
  onFailure?: string;
  wait?: boolean;
}

const EVERY_MS = 1_000;
/** Without an answer for so long, the following ends; a worker that is being restarted is back before. */
const PATIENCE_MS = 120_000;

export function registerBatch(program: Command): Command {
  const batch = program.command('batch').description('make a deck of every line of a file, so many at once');
  sub(batch, 'start', 'check every line of a JSONL or CSV file, then start the batch; again: what failed is made again')
    .argument('<file>', 'one deck a line; CSV when it ends in .csv, otherwise JSONL (- reads stdin)')
    .option('--batch <key>', 'key of the batch (default: the name of the file)', batchKey)
    .option('--uid <uid>', 'user of the decks whose line names none (default: service.uid of the settings)')
    .option('--window <n>', 'most decks under way at once (default: 10)', windowOf)
    .option('--stop-on-error', 'start no more decks after one has failed')
    .option('--cancel-running', 'a cancellation of the batch cancels its decks, too')
    .option('--defaults <file>', 'JSON object with what every line says that does not say it itself')
    .addOption(new Option('--review <mode>', 'how outlines are approved').choices(['required', 'auto-approve', 'off']))
    .addOption(new Option('--on-failure <way>', 'what trouble does to a deck').choices(['park', 'fail']))
    .option('--wait', 'follow the batch until it ends')
    .option('--json', 'print the answer on one line')
    .action((file: string, _options, self: Command) => start(file, optionsOf<StartOptions>(self)));

  of(batch, 'status', 'show how far a batch is')
    .option('--watch', 'follow it until it ends, and print the path of its report')
    .option('--report', 'print what became of each deck so far, as CSV')
    .option('--json', 'print the record on one line; with --report JSON lines')
    .action((key: string, { watch, report }: { watch?: boolean; report?: boolean }, self: Command) =>
      withBatch(self, async (batches, { json }) => {
        if (watch) return followBatch(batches, key, json);
        const record = await batches.record(key);
        if (report) await printReport(record, json);
        else if (json) printJson(record);
        else print(...batchLines(record));
      }),
    );

  of(batch, 'pause', 'start no more decks; those that run go on')
    .option('--comment <text>', 'why')
    .option('--json', 'print the answer on one line')
    .action((key: string, options: { comment?: string }, self: Command) =>
      withBatch(self, async (batches, { json }) => {
        const { comment } = options;
        const by = { by: localUser(), ...(comment === undefined ? {} : { comment }) };
        tell(await batches.update(key, 'pause', by), json);
      }),
    );

  of(batch, 'resume', 'go on with a paused batch')
    .option('--window <n>', 'from now on so many decks at once', windowOf)
    .option('--json', 'print the answer on one line')
    .action((key: string, options: { window?: number }, self: Command) =>
      withBatch(self, async (batches, { json }) => {
        const { window } = options;
        if (window !== undefined) await batches.update(key, 'setWindow', { window });
        tell(await batches.update(key, 'resume', { by: localUser() }), json);
      }),
    );

  of(batch, 'window', 'set how many decks are under way at once')
    .argument('<n>', 'from 1 to 200', windowOf)
    .option('--json', 'print the answer on one line')
    .action((key: string, window: number, _options, self: Command) =>
      withBatch(self, async (batches, { json }) =>
        tell(await batches.update(key, 'setWindow', { window, by: localUser() }), json),
      ),
    );

  of(batch, 'cancel', 'end a batch; decks that run go on unless --running is given')
    .option('--running', 'cancel the decks that run, too')
    .option('--json', 'print the answer on one line')
    .action((key: string, options: { running?: boolean }, self: Command) =>
      withBatch(self, async (batches, { json }) => {
        if (options.running) await batches.update(key, 'cancelRunning', { cancelRunning: true });
        await batches.cancel(key);
        tell({ message: `Cancellation is asked for; see: deck batch status ${key}` }, json);
      }),
    );
  return batch;
}

const sub = (parent: Command, name: string, description: string) => parent.command(name).description(description);

const of = (parent: Command, name: string, description: string) =>
  sub(parent, name, description).argument('<batch>', 'key of the batch', batchKey);

async function withBatch(
  self: Command,
  work: (batches: Batches, invocation: Invocation) => Promise<void>,
): Promise<void> {
  await connected(await openConnected(optionsOf<CommonOptions>(self)), work);
}

async function connected(
  invocation: Invocation,
  work: (batches: Batches, invocation: Invocation) => Promise<void>,
): Promise<void> {
  const [{ withCluster }, { Batches }] = await Promise.all([
    import('../connect/with-cluster.js'),
    import('../../decks/batches.js'),
  ]);
  const { settings } = invocation;
  await withCluster(settings, (cluster) => work(new Batches(cluster, settings), invocation));
}

async function start(file: string, options: StartOptions): Promise<void> {
  const { readBatchFile, batchKeyOf } = await import('../order/batch-file.js');
  const batch = options.batch ?? batchKeyOf(file);
  const defaults = await defaultsOf(options);
  const invocation = await openConnected(options);
  const { settings } = invocation;
  const uid = options.uid ?? settings.service.uid;
  const { items, jsonl } = await readBatchFile(file, { batch, uid, defaults }, settings);
  const [{ createDirectoryStore }, { documentDirectory }] = await Promise.all([
    import('../../documents/document-store.js'),
    import('../../documents/paths.js'),
  ]);
  const store = createDirectoryStore(documentDirectory(settings), settings.workflow.claimCheckAbove);
  await connected(invocation, async (batches) => {
    const input = {
      batch,
      uid,
      items: await store.put(jsonl),
      ...(options.window === undefined ? {} : { window: options.window }),
      ...(options.stopOnError ? { onError: 'stop' as const } : {}),
      ...(options.cancelRunning ? { cancelRunning: true } : {}),
    } satisfies BatchInput;
    const started = await batches.start(input, items.length);
    if (started.existing && started.differs) {
      throw new CliError(
        exitCodes.failure,
        `The batch ${batch} is running with other lines; wait for its end, or choose another --batch.`,
      );
    }
    const { differs: _, ...answer } = started;
    if (invocation.json && !options.wait) printJson({ batch, ...answer });
    else if (!invocation.json) print(started.workflowId);
    say(
      started.existing
        ? 'This batch is running already; nothing was started.'
        : `Started, ${items.length} decks. See: deck batch status ${batch}`,
    );
    if (options.wait) await followBatch(batches, batch, invocation.json);
  });
}

/** `--defaults` with the two settings that nearly every batch sets. */
async function defaultsOf({ defaults, review, onFailure }: StartOptions): Promise<Record<string, unknown> | undefined> {
  const given = defaults === undefined ? {} : await readObject(defaults, '--defaults');
  if (review === undefined && onFailure === undefined) return defaults === undefined ? undefined : given;
  const settings = (given.settings ?? {}) as Record<string, unknown>;
  const gate = review === undefined ? {} : { review: { ...(settings.review as object | undefined), mode: review } };
  return { ...given, settings: { ...settings, ...gate, ...(onFailure === undefined ? {} : { onFailure }) } };
}

async function printReport(record: BatchRecord, json: boolean): Promise<void> {
  const { reportOf } = await import('../../decks/batches.js');
  const report = reportOf(record);
  const path = json ? report.jsonl : report.csv;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    say(`No deck has ended yet, or ${path} is on another machine.`);
    return '';
  });
  if (text === '') return;
  if (json) printJsonText(text);
  else printText(text);
  say(styled('dim', path));
}

/** Shows a batch's progress until it ends; its end is the exit code of the command. */
async function followBatch(batches: Batches, key: string, json: boolean): Promise<void> {
  const view = createProgressView();
  const interruption = listenForInterruption();
  let silentSince: number | undefined;
  const look = () =>
    batches.record(key).catch((error) => {
      if (!isSilence(error)) throw error;
      silentSince ??= Date.now();
      if (Date.now() - silentSince > PATIENCE_MS) throw error;
      view.show(error.message.replace(/\.$/, ''));
      return undefined;
    });
  try {
    for (;;) {
      const record = await look();
      if (record !== undefined) silentSince = undefined;
      if (record !== undefined && record.status !== 'RUNNING') {
        view.end(succeeded(record) ? 'done' : 'failed');
        conclude(record, key, json);
        return;
      }
      if (record?.progress !== undefined) view.show(record.progress.summary);
      await pause(EVERY_MS, interruption.signal);
      if (interruption.signal.aborted) throw new CliError(exitCodes.interrupted, '');
    }
  } finally {
    view.pause();
    interruption.dispose();
  }
}

function succeeded({ result }: BatchRecord): boolean {
  return result !== undefined && result.failed === 0 && result.cancelled === 0 && result.outcome === 'finished';
}

function conclude(record: BatchRecord, key: string, json: boolean): void {
  const { result } = record;
  if (json) printJson(record);
  else if (result !== undefined) print(result.report.csv);
  if (result === undefined) throw new CliError(exitCodes.failure, `The batch ${key} has ended: ${record.failure}.`);
  say(countsText(result));
  if (succeeded(record)) return;
  const stopped = result.outcome === 'stopped' ? `; ${result.notStarted} were not started` : '';
  throw new CliError(
    exitCodes.failure,
    `Not every deck was made (${result.failed} failed, ${result.cancelled} cancelled${stopped}); ` +
      'start the batch again when the cause is gone.',
  );
}

function batchLines(record: BatchRecord): string[] {
  const { progress, result, failure, workflowId, status } = record;
  const lines = [styled('bold', workflowId, process.stdout)];
  const row = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== '') lines.push(`  ${name.padEnd(10)} ${value}`);
  };
  row('state', progress === undefined || status !== 'RUNNING' ? status.toLowerCase() : progress.state);
  row('progress', status === 'RUNNING' || result === undefined ? progress?.summary : countsText(result));
  row('failure', failure);
  row('window', progress && status === 'RUNNING' ? String(progress.window) : undefined);
  row('report', (result?.report ?? progress?.report)?.csv);
  for (const { line, workflowId: deck, reason } of progress?.failures ?? [])
    row('failed', `${at(line, deck)}: ${reason}`);
  if (status === 'RUNNING') for (const deck of progress?.decks ?? []) row('under way', at(deck.line, deck.workflowId));
  for (const problem of progress?.problems ?? []) row('problem', problem);
  return lines;
}

const at = (line: number, workflowId: string) => `line ${line}, ${workflowId}`;

function countsText(counts: BatchCounts & Partial<Pick<BatchProgress, 'running'>>): string {
  const { total, delivered, rejected, failed, cancelled, existing } = counts;
  return [
    `${delivered} of ${total} delivered`,
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
    ...(existing > 0 ? [`${existing} were there before`] : []),
  ].join(', ');
}

function tell(answer: { message: string }, json: boolean): void {
  if (json) printJson(answer);
  else print(answer.message);
}

function batchKey(text: string): string {
  const key = text.startsWith('batch/') ? text.slice('batch/'.length) : text;
  if (!/^[\p{L}\p{N}._@+=-]{1,90}$/u.test(key)) throw badInput(`${JSON.stringify(text)} is not the key of a batch.`);
  return key;
}

function windowOf(text: string): number {
  const window = Number(text);
  if (!/^\d{1,3}$/.test(text) || window < 1 || window > 200) {
    throw badInput(`The window is a number from 1 to 200, not ${JSON.stringify(text)}.`);
  }
  return window;
}
