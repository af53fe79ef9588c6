import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { filesBelow } from '../../base/io/files-below';
import { localUser } from '../../base/io/local-user';
import { counted } from '../../base/text/counted';
import { auditOptions, type Settings, serviceCredentials } from '../../config';
import { KEY } from '../../core/deck-id';
import { given } from '../../core/given';
import type { Stored, StoredOfUser } from '../../service/people/stored-people';
import { withCluster } from '../connect/with-cluster';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { askYesNo } from '../terminal/prompts';
import { tableLines } from '../terminal/table';
import { print, printJson, say } from '../terminal/terminal';

interface PersonOptions extends CommonOptions {
  uid: string;
  channel?: string;
  account?: string;
  yes?: boolean;
}

export function registerData(program: Command): Command {
  const data = program
    .command('data')
    .description('what is stored about whom: sizes, model calls, export and erasure of a person');
  data
    .command('sizes')
    .description('print what is stored where, by account and user')
    .option('--json', 'print {"users", "accounts", "files"} as one line of JSON')
    .action((_options, self: Command) => sizes(optionsOf(self)));
  data
    .command('spend')
    .description('print calls and tokens of the language model, by day and user')
    .addOption(
      new Option('--since <day>', 'first day (UTC), such as 2026-01-31').default('0000-00-00', 'all kept days'),
    )
    .option('--json', 'print an array as one line of JSON')
    .action((_options, self: Command) => spend(optionsOf(self)));
  const within = (command: Command) =>
    command
      .option('--channel <channel>', 'only in this channel (default: in all)')
      .option('--account <key>', 'API key of the account (default: service.apiKey in the settings)');
  const ofPerson = (command: Command) => within(command.requiredOption('--uid <uid>', 'the user'));
  ofPerson(data.command('export'))
    .description('write everything that is kept about a person to a new directory, without secrets')
    .argument('<directory>', 'a directory that does not exist yet')
    .option('--json', 'print {"directory", "files"} as one line of JSON')
    .action((directory: string, _options, self: Command) => exportPerson(directory, optionsOf(self)));
  ofPerson(data.command('erase'))
    .description('remove everything that is kept about a person; repeat it after an interruption')
    .option('--yes', 'do not ask')
    .option('--json', 'print what was removed and what is left as one line of JSON')
    .action((_options, self: Command) => erase(optionsOf(self)));
  const revoked = data
    .command('revoke')
    .description('end all tokens and codes that the embedded service granted to a user, or to all users of an account')
    .option('--uid <uid>', 'the user (default: all of --account)');
  within(revoked)
    .option('--json', 'print {"revoked"} as one line of JSON')
    .action((_options, self: Command) => revoke(optionsOf(self)));
  return data;
}

async function opened(options: CommonOptions) {
  const invocation = await openConnected(options);
  const { StoredPeople } = await import('../../service/people/stored-people.js');
  // Of another service, this host has no rows.
  const isEmbedded = invocation.configured.service.baseUrl === null;
  const people = isEmbedded ? await StoredPeople.open(invocation.configured) : undefined;
  return { ...invocation, people };
}

/** What to remove or export, and whether workers keep something of this account. */
async function personOf(options: PersonOptions) {
  const { uid, channel } = options;
  if (!KEY.test(uid)) throw badInput(`${JSON.stringify(uid)} is not a valid uid.`);
  const all = await opened(options);
  const own = serviceCredentials(all.configured, process.env).apiKey;
  const apiKey = options.account ?? own;
  return { ...all, who: { apiKey, uid, ...given({ channel }) }, isOwn: apiKey === own };
}

/** Writes an entry of the audit log. */
async function audited(settings: Settings) {
  const { AuditLog } = await import('../../base/audit/audit-log.js');
  const log = new AuditLog({ ...auditOptions(settings), origin: 'cli' });
  const who = { name: localUser(), by: 'host-user' as const };
  return (action: string, { uid, channel }: { uid: string; channel?: string }, facts: Record<string, number> = {}) =>
    log.append({ action, who, object: channel ? `${uid} in ${channel}` : uid, facts });
}

async function sizes(options: CommonOptions): Promise<void> {
  const { settings, people } = await opened(options);
  const { KeptData } = await import('../../worker/kept-data.js');
  const stored = (await people?.sizes()) ?? { users: [], accounts: [] };
  await people?.close();
  const files: Record<string, Record<string, Stored>> = {};
  for await (const { kind, folder, bytes } of new KeptData(settings).files()) {
    const { rows, bytes: before } = files[kind]?.[folder] ?? { rows: 0, bytes: 0 };
    files[kind] = { ...files[kind], [folder]: { rows: rows + 1, bytes: before + bytes } };
  }
  const audit = await sizeBelow(auditOptions(settings).directory);
  if (options.json) return printJson({ ...stored, files, audit });
  const rows = stored.users.map((user) => ({ user, total: totalOf(user) }));
  print(...tableLines(rows, userColumns, process.stdout));
  const templates = stored.accounts.map(({ apiKey, templates: count }) => `${apiKey}: ${counted(count, 'template')}`);
  if (templates.length > 0) print('', ...templates);
  print('', 'Workers:');
  for (const [kind, byFolder] of Object.entries({ ...files, 'audit log': { audit } })) {
    const sums = Object.values(byFolder);
    const folders = kind === 'audit log' || kind === 'batch reports' ? '' : ` of ${counted(sums.length, 'user')}`;
    print(`  ${kind}: ${counted(sum(sums, 'rows'), 'file')}${folders}, ${sizeText(sum(sums, 'bytes'))}`);
  }
}

const sum = (all: readonly Stored[], what: keyof Stored) => all.reduce((total, each) => total + each[what], 0);
const totalOf = ({ kinds }: StoredOfUser) => sum(Object.values(kinds), 'bytes');

async function sizeBelow(directory: string): Promise<Stored> {
  const size: Stored = { rows: 0, bytes: 0 };
  for await (const { bytes } of filesBelow(directory)) {
    size.rows += 1;
    size.bytes += bytes;
  }
  return size;
}

function sizeText(bytes: number): string {
  const [unit, divisor] = bytes < 1e6 ? ['KB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${(bytes / divisor).toFixed(bytes < 1e3 ? 2 : 1)} ${unit}`;
}

type UserRow = { user: StoredOfUser; total: number };
const bytesOf =
  (...kinds: (keyof StoredOfUser['kinds'])[]) =>
  ({ user }: UserRow) =>
    sizeText(
      sum(
        kinds.flatMap((kind) => user.kinds[kind] ?? []),
        'bytes',
      ),
    );
const userColumns = [
  { name: 'ACCOUNT', text: ({ user }: UserRow) => user.apiKey, minWidth: 8 },
  { name: 'USER', text: ({ user }: UserRow) => (user.channel ? `${user.uid}~${user.channel}` : user.uid), minWidth: 8 },
  { name: 'TEXTS', text: bytesOf('tasks', 'documents', 'contentJobs', 'designs') },
  { name: 'FILES', text: bytesOf('files') },
  { name: 'EXPORTS', text: bytesOf('exports') },
  { name: 'IMAGES', text: bytesOf('images') },
  { name: 'ALL', text: ({ total }: UserRow) => sizeText(total) },
];

async function spend(options: CommonOptions & { since: string }): Promise<void> {
  if (!/^\d{4}-\d\d-\d\d$/.test(options.since)) throw badInput('--since takes a day, such as 2026-01-31.');
  const { people, settings } = await opened(options);
  const days = (await people?.spend(options.since)) ?? [];
  await people?.close();
  if (options.json) return printJson(days);
  const { callsPerUser, callsPerAccount } = settings.server.generation.budget;
  const number = (count: number) => count.toLocaleString('en-US');
  const columns = [
    { name: 'DAY', text: ({ day }: (typeof days)[number]) => day },
    { name: 'ACCOUNT', text: ({ apiKey }: (typeof days)[number]) => apiKey, minWidth: 8 },
    { name: 'USER', text: ({ uid, channel }: (typeof days)[number]) => (channel ? `${uid}~${channel}` : uid) },
    { name: 'CALLS', text: ({ calls }: (typeof days)[number]) => number(calls) },
    { name: 'TOKENS', text: ({ tokens }: (typeof days)[number]) => number(tokens) },
  ];
  print(...tableLines(days, columns, process.stdout));
  const all = { calls: 0, tokens: 0 };
  for (const { calls, tokens } of days) Object.assign(all, { calls: all.calls + calls, tokens: all.tokens + tokens });
  print('', `All: ${counted(all.calls, 'call')}, ${number(all.tokens)} tokens.`);
  say(`A user may make ${number(callsPerUser)} calls a day, and an account ${number(callsPerAccount)}.`);
}

async function exportPerson(directory: string, options: PersonOptions): Promise<void> {
  const { people, settings, who, isOwn } = await personOf(options);
  const { KeptData } = await import('../../worker/kept-data.js');
  const { Histories } = await import('../../decks/histories.js');
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw badInput(`${directory} cannot be created (${error.code}). Name a directory that does not exist yet.`);
  });
  let files = (await people?.export(who, join(directory, 'service'))) ?? 0;
  await people?.close();
  if (isOwn) {
    const kept = new KeptData(settings);
    for await (const file of kept.files(who)) {
      const bytes = await kept.read(file);
      if (bytes === undefined) continue;
      const path = join(directory, file.kind, file.name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, bytes, { mode: 0o600 });
      files += 1;
    }
    const decks = await withCluster(settings, (cluster) => new Histories(cluster, settings).summaries(who));
    await writeFile(join(directory, 'decks.json'), JSON.stringify(decks, null, 2), { mode: 0o600 });
    files += 1;
  }
  await (await audited(settings))('data.exported', who, { files });
  if (options.json) printJson({ directory, files });
  else print(`Wrote ${counted(files, 'file')} about ${who.uid} to ${directory}.`);
}

async function erase(options: PersonOptions): Promise<void> {
  const { people, settings, who, isOwn } = await personOf(options);
  try {
    await confirmed(options);
    const write = await audited(settings);
    await write('data.erase-began', who);
    const { erasePerson } = await import('../../worker/erase-person.js');
    const { kept, batchListsKept, ...erased } = isOwn
      ? await withCluster(settings, (cluster) => erasePerson({ settings, people, cluster }, who))
      : await erasePerson({ settings, people, cluster: undefined }, who);
    const { service, workerFiles, reportRows, ended, deleted, schedules } = erased;
    await write('data.erased', who, { rows: service.rows, files: service.files + workerFiles, histories: deleted });
    const auditUntil = new Date(Date.now() + settings.data.auditRetention).toISOString();
    if (options.json) printJson({ ...erased, left: { histories: kept, batchLists: batchListsKept, auditUntil } });
    else {
      print(
        `Service: removed ${counted(service.rows, 'row')} and ${counted(service.files, 'file')}.`,
        `Workers: removed ${counted(workerFiles, 'file')} and ${counted(reportRows, 'row')} of batch reports.`,
        `Temporal: ended ${counted(ended, 'running deck')}, deleted ${counted(deleted, 'history', 'histories')} and ${counted(schedules.length, 'schedule')}.`,
      );
      for (const { workflowId, until } of kept) print(`Left: the history of ${workflowId}, until ${until}.`);
      if (batchListsKept > 0) print('Left: the list of a running batch. Repeat this command when the batch has ended.');
      say(`The audit log keeps what was done until ${auditUntil.slice(0, 10)}. Backups keep what they have.`);
    }
    if (kept.length + batchListsKept > 0) throw new CliError(exitCodes.failure, 'Something is left.');
  } finally {
    await people?.close();
  }
}

async function confirmed({ uid, yes }: PersonOptions): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw badInput('To erase a person without a terminal, add --yes.');
  const message = `Remove everything that is kept about ${uid}? Running decks end. This cannot be undone.`;
  if (!(await askYesNo({ message, initial: false }))) throw new CliError(exitCodes.failure, 'Nothing was removed.');
}

async function revoke(options: Partial<PersonOptions>): Promise<void> {
  const { uid } = options;
  if (uid === undefined && options.account === undefined) throw badInput('Name a user with --uid, or an --account.');
  const { people, settings, who } = await personOf({ ...options, uid: uid ?? '-' });
  const { apiKey, channel } = who;
  const revoked = (await people?.revoke({ apiKey, ...given({ uid, channel }) })) ?? 0;
  await people?.close();
  await (await audited(settings))('service.revoke', { ...who, uid: uid ?? 'all users' }, { revoked });
  if (options.json) printJson({ revoked });
  else print(`Revoked ${counted(revoked, 'token or code', 'tokens and codes')} of ${uid ?? who.apiKey}.`);
}
