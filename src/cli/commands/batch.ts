import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { localUser } from '../../base/io/local-user';
import { pause } from '../../base/io/pause';
import { counted } from '../../base/text/counted';
import type { BatchCounts, BatchProgress } from '../../core/batch';
import { KEY } from '../../core/deck-id';
import { given } from '../../core/given';
import type { Batches, BatchRecord } from '../../decks/batches';
import { documentStore } from '../../decks/documents/open-documents';
import { isSilence } from '../../decks/errors';
import type { BatchInput } from '../../decks/input/batch';
import { withCluster } from '../connect/with-cluster';
import { listenForInterruption } from '../invocation/interruption';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { readObject } from '../invocation/read-text';
import { createProgressView } from '../show/progress-view';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { print, printJson, printJsonText, printMessage, printText, say, styled } from '../terminal/terminal';

interface StartOptions extends CommonOptions {
  batch?: string;
  uid?: string;
  concurrency?: number;
  stopOnError?: boolean;
  cancelRunning?: boolean;
  defaults?: string;
  review?: string;
  onFailure?: string;
  wait?: boolean;
}

const EVERY_MS = 1_000;
/** Stops following after this long without a response. Long enough for a worker to restart. */
const NO_RESPONSE_TIMEOUT_MS = 120_000;

export function registerBatch(program: Command): Command {
  const batch = program.command('batch').description('start a batch: one deck per item, with a concurrency limit');
  sub(batch, 'start', 'validate a CSV or JSONL file and start a batch; starting it again retries failed items')
    .argument('<file>', 'file with one deck per line: CSV if it ends in .csv, otherwise JSONL (- reads stdin)')
    .option('--batch <name>', 'batch name (default: the file name)', parseBatchName)
    .option('--uid <uid>', 'owner of decks without a uid (default: service.uid in the settings)')
    .option('--concurrency <n>', 'concurrency limit, from 1 to 200 (default: 10)', concurrencyOf)
    .option('--stop-on-error', 'start no more decks after a deck has failed')
    .option('--cancel-running', 'cancel running decks when the batch is cancelled')
    .option('--defaults <file>', 'JSON file with default values for fields that a line leaves out')
    .addOption(new Option('--review <mode>', 'how outlines are approved').choices(['required', 'auto-approve', 'off']))
    .addOption(new Option('--on-failure <action>', 'what to do when a stage fails').choices(['park', 'fail']))
    .option('--wait', 'follow the batch until it completes')
    .option('--json', 'print the result as one line of JSON')
    .action((file: string, _options, self: Command) => start(file, optionsOf<StartOptions>(self)));

  onBatch(batch, 'status', 'show the progress of a batch')
    .option('--watch', 'follow the batch until it completes, then print the path of its report')
    .option('--report', 'print the outcome of each completed deck as CSV')
    .option('--json', 'print the record as one line of JSON; with --report, print JSON lines')
    .action((name: string, { watch, report }: { watch?: boolean; report?: boolean }, self: Command) =>
      withBatch(self, async (batches, { json }) => {
        if (watch) return followBatch(batches, name, json);
        const record = await batches.record(name);
        if (report) await printReport(record, json);
        else if (json) printJson(record);
        else print(...batchLines(record));
      }),
    );

  onBatch(batch, 'pause', 'start no more decks; running decks continue')
    .option('--comment <text>', 'reason, recorded with the batch')
    .option('--json', 'print the result as one line of JSON')
    .action((name: string, options: { comment?: string }, self: Command) =>
      withBatch(self, async (batches, { json }) => {
        const { comment } = options;
        const by = { by: localUser(), ...given({ comment }) };
        printAnswer(await batches.update(name, 'pause', by), json);
      }),
    );

  onBatch(batch, 'resume', 'resume a paused batch')
    .option('--concurrency <n>', 'new concurrency limit, from 1 to 200', concurrencyOf)
    .option('--json', 'print the result as one line of JSON')
    .action((name: string, options: { concurrency?: number }, self: Command) =>
      withBatch(self, async (batches, { json }) => {
        const { concurrency: window } = options;
        if (window !== undefined) await batches.update(name, 'setWindow', { window });
        printAnswer(await batches.update(name, 'resume', { by: localUser() }), json);
      }),
    );

  onBatch(batch, 'concurrency', 'set the concurrency limit of a batch')
    .argument('<n>', 'concurrency limit, from 1 to 200', concurrencyOf)
    .option('--json', 'print the result as one line of JSON')
    .action((name: string, window: number, _options, self: Command) =>
      withBatch(self, async (batches, { json }) =>
        printAnswer(await batches.update(name, 'setWindow', { window, by: localUser() }), json),
      ),
    );

  onBatch(batch, 'cancel', 'cancel a batch; running decks continue unless --running is given')
    .option('--running', 'also cancel running decks')
    .option('--json', 'print the result as one line of JSON')
    .action((name: string, options: { running?: boolean }, self: Command) =>
      withBatch(self, async (batches, { json }) => {
        if (options.running) await batches.update(name, 'cancelRunning', { cancelRunning: true });
        await batches.cancel(name);
        printAnswer({ message: `Cancellation requested. To check the status: deck batch status ${name}` }, json);
      }),
    );
  return batch;
}

const sub = (parent: Command, name: string, description: string) => parent.command(name).description(description);

const onBatch = (parent: Command, name: string, description: string) =>
  sub(parent, name, description).argument('<batch>', 'batch name', parseBatchName);

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
  const { Batches } = await import('../../decks/batches.js');
  const { settings } = invocation;
  await withCluster(settings, (cluster) => work(new Batches(cluster, settings), invocation));
}

async function start(file: string, options: StartOptions): Promise<void> {
  const { readBatchFile, batchNameOf } = await import('../input/batch-file.js');
  const batch = options.batch ?? batchNameOf(file);
  const defaults = await defaultsOf(options);
  const invocation = await openConnected(options);
  const { settings } = invocation;
  const uid = options.uid ?? settings.service.uid;
  const { items, jsonl } = await readBatchFile(file, { batch, uid, defaults }, settings);
  const store = documentStore(settings);
  await connected(invocation, async (batches) => {
    const input = {
      batch,
      uid,
      items: await store.put(jsonl),
      ...given({ window: options.concurrency }),
      ...(options.stopOnError ? { onError: 'stop' as const } : {}),
      ...(options.cancelRunning ? { cancelRunning: true } : {}),
    } satisfies BatchInput;
    const started = await batches.start(input, items.length);
    if (started.existing && started.differs) {
      throw new CliError(
        exitCodes.failure,
        `The batch ${batch} is already running with different items. Wait until it completes, or set another --batch.`,
      );
    }
    const { differs: _, ...answer } = started;
    if (invocation.json && !options.wait) printJson({ batch, ...answer });
    else if (!invocation.json) print(started.workflowId);
    say(
      started.existing
        ? `The batch ${batch} is already running. Nothing was started.`
        : `Started a batch of ${counted(items.length, 'deck')}. To check the status: deck batch status ${batch}`,
    );
    if (options.wait) await followBatch(batches, batch, invocation.json);
  });
}

/** The defaults from `--defaults`, `--review` and `--on-failure`. */
async function defaultsOf({ defaults, review, onFailure }: StartOptions): Promise<Record<string, unknown> | undefined> {
  const own = defaults === undefined ? {} : await readObject(defaults, '--defaults');
  if (review === undefined && onFailure === undefined) return defaults === undefined ? undefined : own;
  const settings = (own.settings ?? {}) as Record<string, unknown>;
  const gate = review === undefined ? {} : { review: { ...(settings.review as object | undefined), mode: review } };
  return { ...own, settings: { ...settings, ...gate, ...given({ onFailure }) } };
}

async function printReport(record: BatchRecord, json: boolean): Promise<void> {
  const { reportOf } = await import('../../decks/batches.js');
  const report = reportOf(record);
  const path = json ? report.jsonl : report.csv;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    say(`No deck has completed yet, or ${path} is on another host.`);
    return '';
  });
  if (text === '') return;
  if (json) printJsonText(text);
  else printText(text);
  say(styled('dim', path));
}

/** Shows the progress of a batch until it completes. @throws CliError unless every deck was created */
async function followBatch(batches: Batches, name: string, json: boolean): Promise<void> {
  const view = createProgressView();
  const interruption = listenForInterruption();
  let silentSince: number | undefined;
  const poll = () =>
    batches.record(name).catch((error) => {
      if (!isSilence(error)) throw error;
      silentSince ??= Date.now();
      if (Date.now() - silentSince > NO_RESPONSE_TIMEOUT_MS) throw error;
      view.show(error.message.replace(/\.$/, ''));
      return undefined;
    });
  try {
    for (;;) {
      const record = await poll();
      if (record !== undefined) silentSince = undefined;
      if (record !== undefined && record.status !== 'RUNNING') {
        view.end(succeeded(record) ? 'done' : 'failed');
        conclude(record, name, json);
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

function conclude(record: BatchRecord, name: string, json: boolean): void {
  const { result } = record;
  if (json) printJson(record);
  else if (result !== undefined) print(result.report.csv);
  if (result === undefined)
    throw new CliError(exitCodes.failure, `The batch ${name} did not complete: ${record.failure}.`);
  say(countsText(result));
  if (succeeded(record)) return;
  const notStarted = result.outcome === 'stopped' ? `, ${result.notStarted} not started` : '';
  throw new CliError(
    exitCodes.failure,
    `Some decks were not created (${result.failed} failed, ${result.cancelled} cancelled${notStarted}). ` +
      'Fix the cause and start the batch again.',
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
  row('limit', progress && status === 'RUNNING' ? String(progress.window) : undefined);
  row('report', (result?.report ?? progress?.report)?.csv);
  for (const { line, workflowId: deck, reason } of progress?.failures ?? [])
    row('failed', `${at(line, deck)}: ${reason}`);
  if (status === 'RUNNING') for (const deck of progress?.decks ?? []) row('running', at(deck.line, deck.workflowId));
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
    ...(existing > 0 ? [`${existing} already existed`] : []),
  ].join(', ');
}

function printAnswer(answer: { message: string }, json: boolean): void {
  if (json) printJson(answer);
  else printMessage(answer.message);
}

function parseBatchName(text: string): string {
  const name = text.startsWith('batch/') ? text.slice('batch/'.length) : text;
  if (name.length > 90 || !KEY.test(name)) throw badInput(`${JSON.stringify(text)} is not a valid batch name.`);
  return name;
}

function concurrencyOf(text: string): number {
  const limit = Number(text);
  if (!/^\d{1,3}$/.test(text) || limit < 1 || limit > 200) {
    throw badInput(`The concurrency limit must be a number from 1 to 200, not ${JSON.stringify(text)}.`);
  }
  return limit;
}
