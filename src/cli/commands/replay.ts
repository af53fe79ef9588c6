import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { packageRoot } from '../../base/io/package-root';
import { readEncryptionKeys, type Settings } from '../../config';
import { given } from '../../core/given';
import { replayedBundle } from '../../temporal/bundles';
import { openWorkflows, spread, type WorkflowType, workflowTypes } from '../../worker/open-workflows';
import type { Replayable, ReplayReport } from '../../worker/replay';
import { withCluster } from '../connect/with-cluster';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { print, printJson, say } from '../terminal/terminal';

interface ReplayCommandOptions extends CommonOptions {
  sample?: string;
  build?: string;
  type?: WorkflowType;
  query?: string;
  file?: string;
}

export function registerReplay(program: Command): Command {
  return program
    .command('replay')
    .description('replay open decks against a build before a roll-out, and list those that it would break')
    .option('--sample <n>', 'replay n decks, evenly from newest to oldest (default: all)')
    .option('--build <dir>', 'checkout or installation to replay against (default: this one)')
    .addOption(new Option('--type <type>', 'only workflows of this type').choices(workflowTypes))
    .option('--query <filter>', "only workflows that match this Temporal list filter, such as PresentationUid = 'me'")
    .option('--file <file>', 'replay one history, exported with temporal workflow show --output json; needs no server')
    .option('--json', 'print the report as one line of JSON')
    .action(async (_options, self: Command) => {
      const options = optionsOf<ReplayCommandOptions>(self);
      const sample = options.sample === undefined ? undefined : sampleOf(options.sample);
      const { settings, json } = await openConnected(options);
      const root = options.build === undefined ? undefined : buildRoot(resolve(options.build));
      const report = await replayed(settings, options, { sample, root });
      if (json) printJson(report);
      else show(report);
      if (report.broken.length > 0 || report.unread.length > 0) throw new CliError(exitCodes.failure, '');
    });
}

interface Report extends ReplayReport {
  /** Number of matching workflows, before sampling. */
  open: number;
  taskQueue: string;
}

async function replayed(
  settings: Settings,
  { type, query, file }: ReplayCommandOptions,
  { sample, root }: { sample: number | undefined; root: string | undefined },
): Promise<Report> {
  const { Runtime, DefaultLogger } = await import('@temporalio/worker');
  const { replayAll } = await import('../../worker/replay.js');
  // The report contains the SDK's warnings.
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => {}),
    telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
    shutdownSignals: [],
  });
  const code = replayedBundle('presentation', settings, root);
  requireBuild(code.codePath);
  const { taskQueue } = settings.temporal;
  if (file !== undefined) {
    const { dataConverterOf } = await import('../../temporal/encryption-converter.js');
    const dataConverter = dataConverterOf(readEncryptionKeys(settings));
    return { open: 1, taskQueue, ...(await replayAll([await historyIn(file)], { code, dataConverter })) };
  }
  return withCluster(settings, async ({ lists, client, dataConverter }) => {
    const open = await openWorkflows(lists, {
      taskQueue,
      ...given({ types: type && [type], query }),
    });
    const selected = sample === undefined ? open : spread(open, sample);
    const histories = selected.map(
      ({ workflowId, runId }): Replayable => ({
        workflowId,
        runId,
        history: () => client.workflow.getHandle(workflowId, runId).fetchHistory(),
      }),
    );
    return { open: open.length, taskQueue, ...(await replayAll(histories, { code, dataConverter })) };
  });
}

/** The directory that contains `dist`: a checkout, an installation, or the project in which it is installed. */
function buildRoot(directory: string): string {
  const roots = [directory, join(directory, 'node_modules', 'durable-presentations'), join(directory, '..')];
  const root = roots.find((each) => existsSync(join(each, 'dist')));
  if (root === undefined) throw badInput(`--build: no build in ${directory}; it has no dist directory.`);
  const [own, other] = [packageRoot, root].map(sdkVersion);
  if (other !== undefined && own !== other) {
    throw badInput(
      `--build: ${root} uses version ${other} of the Temporal SDK; this installation uses ${own}. Run its own command:`,
      [`node ${join(root, 'dist', 'src', 'cli', 'main.js')} replay`],
    );
  }
  return root;
}

/** A bundle contains the sandbox part of the SDK, whose version must match that of the worker. */
function sdkVersion(root: string): string | undefined {
  try {
    const { version } = createRequire(join(root, 'package.json'))('@temporalio/workflow/package.json');
    return version;
  } catch {
    return undefined;
  }
}

function requireBuild(codePath: string): void {
  if (!existsSync(codePath)) throw badInput(`No build at ${codePath}. Run npm run build there.`);
}

async function historyIn(file: string): Promise<Replayable> {
  const { historyFromJSON } = await import('@temporalio/common/lib/proto-utils.js');
  let history: ReturnType<typeof historyFromJSON>;
  try {
    history = historyFromJSON(JSON.parse(readFileSync(resolve(file), 'utf8')));
  } catch (error) {
    throw badInput(`--file: ${file} is not a workflow history: ${(error as Error).message}`);
  }
  const started = history.events?.[0]?.workflowExecutionStartedEventAttributes;
  if (!started) throw badInput(`--file: ${file} must begin with a WorkflowExecutionStarted event.`);
  return { workflowId: started.workflowId || file, history: async () => history };
}

function show({ open, taskQueue, replayed, broken, unread, gone }: Report): void {
  for (const { workflowId, reason } of broken) print(`${workflowId}  ${reason}`);
  for (const { workflowId, reason } of unread) print(`${workflowId}  could not be read: ${reason}`);
  const closed = gone === 0 ? '' : `, ${gone} completed in the meantime`;
  say(
    `${replayed} replayed, ${broken.length} broken, ${unread.length} could not be read${closed}; ` +
      `${open} open on task queue ${taskQueue}.`,
  );
}

function sampleOf(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw badInput(`--sample takes a number from 1, not ${JSON.stringify(text)}.`);
  return Number(text);
}
