import type { Command } from 'commander';
import { localUser } from '../../base/io/local-user';
import { parseDuration } from '../../config';
import { KEY } from '../../core/deck-id';
import { given } from '../../core/given';
import { checkedInput } from '../../decks/checked-input';
import type { ListedSchedule, Schedules, ScheduleTimes } from '../../decks/schedules';
import { withCluster } from '../connect/with-cluster';
import { inOptions } from '../input/option-words';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { readObject } from '../invocation/read-text';
import { badInput } from '../terminal/exit';
import { print, printJson, printMessage, say } from '../terminal/terminal';

interface CreateOptions extends CommonOptions {
  cron?: string;
  every?: string;
  timezone?: string;
  input?: string;
  title?: string;
  uid?: string;
}

/** Shorter intervals are most likely a mistake. */
const MIN_INTERVAL_MS = 60_000;

export function registerSchedule(program: Command): Command {
  const schedule = program.command('schedule').description('start decks repeatedly with a Temporal schedule');
  sub(schedule, 'create', 'create a schedule; the idempotency key of each deck contains its scheduled time')
    .argument('<name>', 'name of the schedule; also the prefix of every idempotency key', scheduleName)
    .option('--cron <expression>', 'cron expression, such as "0 8 * * 1" for Mondays at 08:00')
    .option('--every <duration>', 'interval instead of --cron, such as "7 days"')
    .option('--timezone <name>', 'time zone of --cron, such as Europe/Berlin (default: UTC)')
    .option('--input <file>', 'JSON file with the workflow input, without the field request')
    .option('--title <title>', 'title of the decks instead of --input')
    .option('--uid <uid>', 'owner of the decks (default: uid in --input, else service.uid in the settings)')
    .option('--json', 'print the result as one line of JSON')
    .action((name: string, _options, self: Command) => create(name, optionsOf<CreateOptions>(self)));

  sub(schedule, 'list', 'list schedules')
    .option('--json', 'print an array as one line of JSON')
    .action((_options, self: Command) =>
      connected(optionsOf<CommonOptions>(self), async (schedules, { json }) => {
        const found = await schedules.list();
        if (json) printJson(found);
        else if (found.length === 0) say('No schedules.');
        else for (const one of found) print(lineOf(one));
      }),
    );

  const acting = (
    name: string,
    description: string,
    answer: string,
    act: (schedules: Schedules, name: string) => Promise<void>,
  ) =>
    sub(schedule, name, description)
      .argument('<name>', 'name of the schedule', scheduleName)
      .option('--json', 'print the result as one line of JSON')
      .action((which: string, _options, self: Command) =>
        connected(optionsOf<CommonOptions>(self), async (schedules, { json }) => {
          await act(schedules, which);
          if (json) printJson({ schedule: which, message: answer });
          else printMessage(answer);
        }),
      );
  acting('delete', 'delete a schedule and keep its decks', 'Deleted.', (all, which) => all.delete(which));
  acting('pause', 'pause a schedule', 'Paused.', (all, which) => all.pause(which, `paused by ${localUser()}`));
  acting('resume', 'resume a paused schedule', 'Resumed.', (all, which) =>
    all.resume(which, `resumed by ${localUser()}`),
  );
  acting('trigger', 'start an extra deck now', 'Deck started. To list decks: deck list', (all, which) =>
    all.trigger(which),
  );
  return schedule;
}

const sub = (parent: Command, name: string, description: string) => parent.command(name).description(description);

async function connected(
  options: CommonOptions,
  work: (schedules: Schedules, invocation: Invocation) => Promise<void>,
): Promise<void> {
  const invocation = await openConnected(options);
  const { Schedules } = await import('../../decks/schedules.js');
  const { settings } = invocation;
  await withCluster(settings, (cluster) => work(new Schedules(cluster, settings), invocation));
}

async function create(name: string, options: CreateOptions): Promise<void> {
  const times = timesOf(options);
  const { input: file, title, uid } = options;
  if ((file === undefined) === (title === undefined)) throw badInput('Specify either --input or --title.');
  const own = file === undefined ? { title } : await readObject(file, '--input');
  if (own.request !== undefined) {
    throw badInput('--input: remove the field request. It is generated from the scheduled time.');
  }
  const { settings } = await openConnected(options);
  const { channel } = settings.service;
  // A placeholder with the length of the keys that the schedule will generate.
  const input = await checkedInput(
    {
      uid: settings.service.uid,
      ...(channel === '' ? {} : { channel }),
      ...own,
      ...given({ uid }),
      request: `${name}-20000101T000000Z`,
    },
    settings,
    inOptions,
  );
  await connected(options, async (schedules, { json }) => {
    await schedules.create(name, times, input);
    if (json) printJson({ schedule: name, when: times.text });
    else printMessage(`Scheduled: ${times.text}. To list schedules: deck schedule list`);
  });
}

function timesOf({ cron, every, timezone }: CreateOptions): ScheduleTimes {
  if ((cron === undefined) === (every === undefined)) throw badInput('Specify either --cron or --every.');
  if (cron !== undefined) {
    const zone = timezone === undefined ? {} : { timezone };
    return { cron, text: `${cron}${timezone === undefined ? ' (UTC)' : ` (${timezone})`}`, ...zone };
  }
  if (timezone !== undefined) throw badInput('--timezone requires --cron.');
  const everyMs = parseDuration(every!);
  if (everyMs === undefined) throw badInput(`--every takes a duration such as "7 days", not ${JSON.stringify(every)}.`);
  if (everyMs < MIN_INTERVAL_MS || everyMs % 1000 !== 0)
    throw badInput('--every takes whole seconds, at least 1 minute.');
  return { everyMs, text: `every ${every!.trim()}` };
}

function lineOf({ name, title = '', when = '', paused, next }: ListedSchedule): string {
  return [name, paused ? 'paused' : `next ${next ?? 'never'}`, when, title].filter((part) => part !== '').join('  ');
}

function scheduleName(text: string): string {
  // Leaves room for the suffix "-20000101T000000Z" of the idempotency key.
  if (text.length > 80 || !KEY.test(text)) {
    throw badInput(
      `${JSON.stringify(text)} is not a valid name. Use 1 to 80 characters: letters, digits and . _ @ + = - only.`,
    );
  }
  return text;
}
