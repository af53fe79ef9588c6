import type { Command } from 'commander';
import { parseDuration } from '../../config/duration';
import type { ListedSchedule, Schedules, ScheduleTimes } from '../../decks/schedules';
import { localUser } from '../../io/local-user';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { readObject } from '../invocation/read-text';
import { badInput } from '../terminal/exit';
import { print, printJson, say } from '../terminal/terminal';

interface CreateOptions extends CommonOptions {
  cron?: string;
  every?: string;
  timezone?: string;
  input?: string;
  title?: string;
  uid?: string;
}

/** Below this, decks would be started faster than anybody reads them; Temporal itself counts in seconds. */
const SHORTEST_MS = 60_000;

export function registerSchedule(program: Command): Command {
  const schedule = program.command('schedule').description('make a deck again and again, by a Temporal schedule');
  sub(schedule, 'create', 'make a deck whenever it is time; each has the scheduled time in its request')
    .argument('<name>', 'name of the schedule, the beginning of every request', scheduleName)
    .option('--cron <expression>', 'when, such as "0 8 * * 1" for Mondays at eight')
    .option('--every <duration>', 'or how often, such as "7 days"')
    .option('--timezone <name>', 'time zone of --cron, such as Europe/Berlin (default: UTC)')
    .option('--input <file>', 'JSON file with the input of the workflow presentation, without a request')
    .option('--title <title>', 'or only its title')
    .option('--uid <uid>', 'user whose decks these are (default: that of the input, else service.uid)')
    .option('--json', 'print the answer on one line')
    .action((name: string, _options, self: Command) => create(name, optionsOf<CreateOptions>(self)));

  sub(schedule, 'list', 'list the schedules of decks')
    .option('--json', 'print an array on one line')
    .action((_options, self: Command) =>
      connected(optionsOf<CommonOptions>(self), async (schedules, { json }) => {
        const found = await schedules.list();
        if (json) printJson(found);
        else if (found.length === 0) say('There are no schedules.');
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
      .option('--json', 'print the answer on one line')
      .action((which: string, _options, self: Command) =>
        connected(optionsOf<CommonOptions>(self), async (schedules, { json }) => {
          await act(schedules, which);
          if (json) printJson({ schedule: which, message: answer });
          else print(answer);
        }),
      );
  acting('delete', 'end a schedule; its decks stay', 'Deleted; its decks stay.', (all, which) => all.delete(which));
  acting('pause', 'let its times pass without a deck', 'Paused.', (all, which) =>
    all.pause(which, `paused by ${localUser()}`),
  );
  acting('resume', 'go on with a paused schedule', 'It goes on.', (all, which) =>
    all.resume(which, `resumed by ${localUser()}`),
  );
  acting('trigger', 'make a deck now, beside the scheduled ones', 'A deck is started; see deck list.', (all, which) =>
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
  const [{ withCluster }, { Schedules }] = await Promise.all([
    import('../connect/with-cluster.js'),
    import('../../decks/schedules.js'),
  ]);
  const { settings } = invocation;
  await withCluster(settings, (cluster) => work(new Schedules(cluster, settings), invocation));
}

async function create(name: string, options: CreateOptions): Promise<void> {
  const times = timesOf(options);
  const { input: file, title, uid } = options;
  if ((file === undefined) === (title === undefined)) throw badInput('Say one of --input and --title.');
  const given = file === undefined ? { title } : await readObject(file, '--input');
  if (given.request !== undefined) {
    throw badInput('--input: the request is made from the scheduled time; leave it out.');
  }
  const [{ checkedInput }, { optionOf }] = await Promise.all([
    import('../../decks/checked-input.js'),
    import('../order/order.js'),
  ]);
  const { settings } = await openConnected(options);
  const { channel } = settings.service;
  // The request stands for one that a scheduled time will make, as long as that will be.
  const input = await checkedInput(
    {
      uid: settings.service.uid,
      ...(channel === '' ? {} : { channel }),
      ...given,
      ...(uid === undefined ? {} : { uid }),
      request: `${name}-20000101T000000Z`,
    },
    settings,
    optionOf,
  );
  await connected(options, async (schedules, { json }) => {
    await schedules.create(name, times, input);
    if (json) printJson({ schedule: name, when: times.text });
    else print(`Scheduled: ${times.text}. See: deck schedule list`);
  });
}

function timesOf({ cron, every, timezone }: CreateOptions): ScheduleTimes {
  if ((cron === undefined) === (every === undefined)) throw badInput('Say one of --cron and --every.');
  if (cron !== undefined) {
    const zone = timezone === undefined ? {} : { timezone };
    return { cron, text: `${cron}${timezone === undefined ? ' (UTC)' : ` (${timezone})`}`, ...zone };
  }
  if (timezone !== undefined) throw badInput('--timezone belongs to --cron; an interval has none.');
  const everyMs = parseDuration(every!);
  if (everyMs === undefined) throw badInput(`--every takes a duration such as "7 days", not ${JSON.stringify(every)}.`);
  if (everyMs < SHORTEST_MS || everyMs % 1000 !== 0) throw badInput('--every takes whole seconds, a minute or more.');
  return { everyMs, text: `every ${every!.trim()}` };
}

function lineOf({ name, title = '', when = '', paused, next }: ListedSchedule): string {
  return [name, paused ? 'paused' : `next ${next ?? 'never'}`, when, title].filter((part) => part !== '').join('  ');
}

function scheduleName(text: string): string {
  // Room for "-20000101T000000Z" behind it: together they are a request.
  if (!/^[\p{L}\p{N}._@+=-]{1,80}$/u.test(text)) {
    throw badInput(`${JSON.stringify(text)} is not a name: it may hold 1 to 80 letters, digits and . _ @ + = -.`);
  }
  return text;
}
