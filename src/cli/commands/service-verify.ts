import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { replaceFile } from '../../base/io/durable-file';
import { readFailure } from '../../base/io/read-failure';
import type { Judged, NoService, Report, Subject, TrafficRecord } from '../../client/conformance';
import { type Settings, serviceBaseUrl, serviceCredentials } from '../../config';
import { settingsAt, type UserOptions } from '../connect/with-service';
import { listenForInterruption } from '../invocation/interruption';
import { openConnected, optionsOf } from '../invocation/invocation';
import { addUserOptions } from '../invocation/user-options';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { print, printJson, say } from '../terminal/terminal';

interface VerifyOptions extends UserOptions {
  against?: string;
  create?: boolean;
  report?: string;
  record?: string;
  replay?: string;
}

const help = `
Each check proves rules of the interface specification: ✔ passed, ✘ failed, – not run. The exit code is 1 if one fails.

Without --create, the checks only grant tokens and read; they cost nothing. With --create, they create three tasks with
outlines and content, three designs and one export, THAT THE ACCOUNT PAYS FOR. Two of the designs remain.

Output, reports and records contain no keys, tokens, codes, signatures or queries of links.`;

export function registerVerify(service: Command): Command {
  return addUserOptions(
    service
      .command('verify')
      .description('check whether a generation service follows the interface specification')
      .option('--against <url>', 'URL of the service, for the keys in the settings (default: the configured service)')
      .option('--create', 'also run the checks that create tasks, designs and exports; the account pays for them'),
    'user to work as',
  )
    .option('--report <path>', 'write the result as Markdown and JSON: a .md file or a folder')
    .option('--record <file>', 'write the traffic to a file, without secrets')
    .option('--replay <file>', 'check recorded traffic instead of a service')
    .option('--json', 'print {"service", "passed", "failed", "notRun", "checks", …} as one line of JSON')
    .addHelpText('after', help)
    .action(async (_options, self: Command) => {
      const options = optionsOf<VerifyOptions>(self);
      if (options.replay !== undefined && (options.against ?? options.record) !== undefined)
        throw badInput('--replay cannot be combined with --against or --record.');
      const { settings, json } = await openConnected(options);
      const conformance = await import('../../client/conformance/index.js');
      const interruption = listenForInterruption();
      const { signal } = interruption;
      try {
        const { record, options: subject } =
          options.replay === undefined
            ? await liveSubject(settingsAt(settings, '--against', options.against), options, signal)
            : conformance.replayedSubject(await readRecord(options.replay));
        const checks: Judged[] = [];
        const creates = options.create ?? options.replay !== undefined;
        try {
          for await (const judged of conformance.verify({ ...subject, checks: conformance.suite, creates, signal })) {
            checks.push(judged);
            if (!json) print(`${conformance.markOf(judged)} ${judged.title}`);
            if (!json && judged.state === 'failed') print(`    ${judged.sentence}`);
          }
        } finally {
          if (options.record !== undefined) await write(options.record, JSON.stringify(record, null, 1));
        }
        const { service, recordedAt: verifiedAt } = record;
        const version = self.parent?.parent?.version() ?? '';
        const report = conformance.reportOf({ service, verifiedAt, version, checks });
        if (json) printJson(report);
        else print(conformance.countsOf(report));
        if (options.report !== undefined) await writeReport(options.report, report, conformance.markdownOf(report));
        if (report.failed > 0) throw new CliError(exitCodes.failure, '');
      } catch (error) {
        if (signal.aborted) throw new CliError(exitCodes.interrupted, '');
        throw error instanceof conformance.NoService ? asCliError(error, options, settings) : error;
      } finally {
        interruption.dispose();
      }
    });
}

async function liveSubject(settings: Settings, options: VerifyOptions, signal: AbortSignal): Promise<Subject> {
  const conformance = await import('../../client/conformance/index.js');
  const { uid = settings.service.uid, channel = settings.service.channel } = options;
  const { total: callMs, streamTotal: streamMs } = settings.service.timeouts;
  const user = { ...serviceCredentials(settings), uid, channel };
  return conformance.liveSubject({ baseUrl: serviceBaseUrl(settings), ...user, callMs, streamMs, signal });
}

async function readRecord(file: string): Promise<TrafficRecord> {
  const { recordOf } = await import('../../client/conformance/index.js');
  const text = await readFile(file, 'utf8').catch((error) => {
    throw badInput(`${file} ${readFailure(error)}.`);
  });
  const record = recordOf(text);
  if (record === undefined) throw badInput(`${file} is not a record of deck service verify.`);
  return record;
}

async function writeReport(path: string, report: Report, markdown: string): Promise<void> {
  const isFile = path.endsWith('.md') && !(await stat(path).catch(() => undefined))?.isDirectory();
  const base = isFile ? path.slice(0, -'.md'.length) : join(path, 'verification');
  await write(`${base}.md`, markdown);
  await write(`${base}.json`, JSON.stringify(report, null, 2));
  say(`Report: ${base}.md`);
}

async function write(path: string, text: string): Promise<void> {
  await replaceFile(path, Buffer.from(`${text.trimEnd()}\n`)).catch((error: NodeJS.ErrnoException) => {
    throw badInput(`${path} cannot be written (${error.code}).`);
  });
}

const asCliError = ({ reason, message }: NoService, { replay, against: url }: VerifyOptions, { service }: Settings) => {
  const where = replay ?? url ?? service.baseUrl ?? 'this host';
  if (reason === 'unreachable')
    return new CliError(exitCodes.unreachable, `No generation service is reachable at ${where}: ${message}`);
  const said =
    reason === 'refused'
      ? `The generation service at ${where} granted no token`
      : `${where} does not respond like a generation service`;
  return new CliError(exitCodes.failure, `${said}: ${message}`);
};
