import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { DeckEnd } from './decks';
import { runGroup, type SeedReport } from './group';
import { describePlan, drawPlan } from './plan';
import { quiet } from './quiet';
import { openRig, type Rig } from './rig';
import { type Sabotage, sabotages } from './sabotage';

const USAGE = `npm run chaos -- --seed N [--decks N] | --seeds FROM-TO
  --seed N         one seed: its plan is printed, then what became of it
  --seeds FROM-TO  many seeds, --group of them (10) at once over one set of processes
  --decks N        decks for each seed, instead of a random 1 to 5
  --report FILE    one JSON line a seed is added to the file
  --keep           the folder of a seed that failed stays, and its name is printed
  --sabotage WHAT  something done behind a deck's back, which the checker has to name: ${Object.keys(sabotages).join(', ')}
  --plan           prints the plan alone`;

/** Groups over one set of processes before they are started with an empty store: it grows, and looks grow with it. */
const GROUPS_A_RIG = 5;

quiet();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      decks: { type: 'string' },
      group: { type: 'string', default: '10' },
      report: { type: 'string' },
      keep: { type: 'boolean', default: false },
      sabotage: { type: 'string' },
      plan: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const wrongdoing = values.sabotage === undefined ? undefined : sabotages[values.sabotage];
  const range = /^(\d+)(?:-(\d+))?$/.exec(values.seeds ?? values.seed ?? '');
  if (values.help || range === null || (values.sabotage !== undefined && wrongdoing === undefined)) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const [first, last] = [Number(range[1]), Number(range[2] ?? range[1])];
  const decks = values.decks === undefined ? undefined : Number(values.decks);
  const plans = Array.from({ length: last - first + 1 }, (_, index) => drawPlan(first + index, decks));
  if (plans.length === 1 || values.plan) for (const plan of plans) console.log(describePlan(plan).join('\n'));
  if (values.plan) return 0;

  const began = Date.now();
  const size = Math.max(1, Number(values.group));
  const groups: (typeof plans)[] = [];
  for (let at = 0; at < plans.length; at += size) groups.push(plans.slice(at, at + size));
  const reports: SeedReport[] = [];
  for (let at = 0; at < groups.length; at += GROUPS_A_RIG) {
    const rig = await openRig();
    let failed = false;
    try {
      for (const group of groups.slice(at, at + GROUPS_A_RIG)) {
        for (const report of await runGroup(rig, group, wrongdoing && ((ends) => commit(rig, wrongdoing, ends)))) {
          reports.push(report);
          failed ||= report.wrong.length > 0;
          if (values.report !== undefined) appendFileSync(values.report, `${JSON.stringify(inShort(report))}\n`);
          console.log(report.wrong.length === 0 && plans.length > 1 ? asLine(report) : describe(report));
        }
      }
    } finally {
      const keep = values.keep && failed;
      if (rig.endedByThemselves.length > 0) console.log(`ended unexpectedly: ${rig.endedByThemselves.join(', ')}`);
      if (keep) console.log(`kept: ${rig.directory}`);
      await rig.close({ keep });
    }
  }
  if (plans.length > 1) console.log(summary(reports, Date.now() - began));
  return reports.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
}

async function commit(rig: Rig, wrongdoing: Sabotage, ends: readonly DeckEnd[]): Promise<void> {
  const victim = ends.find(wrongdoing.fits);
  if (victim === undefined) console.log('no deck ended so that this could be done to it');
  else await wrongdoing.commit(rig, victim);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const total = (counts: Record<string, number>) => sum(Object.values(counts));

/** For a file that holds a thousand of them. */
function inShort({ seed, decks, armed, struck, blows, missed, saidTwice, wrong }: SeedReport): object {
  const counts: Record<string, number> = {};
  for (const { outcome } of decks) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const helped = sum(decks.map(({ retries }) => retries));
  return { seed, ...counts, armed, struck: total(struck), blows: total(blows), missed, helped, saidTwice, wrong };
}

function asLine({ seed, decks, armed, struck, blows, saidTwice }: SeedReport): string {
  const outcomes = decks.map(({ outcome }) => outcome).join(', ');
  const twice = saidTwice === 0 ? '' : `; ${saidTwice} twice, and said so`;
  return `seed ${seed}: ${outcomes}; ${armed} sites armed, ${total(struck)} calls struck, ${total(blows)} blows${twice}`;
}

function describe(report: SeedReport): string {
  const { seed, together, decks, armed, struck, blows, missed, saidTwice, wrong } = report;
  const counted = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([what, times]) => `${what} ${times}`)
      .join(', ') || 'none';
  return [
    `seed ${seed}: ${wrong.length === 0 ? 'nothing lost, nothing twice unsaid' : 'WRONG'}`,
    ...decks.map(
      ({ uid, route, outcome, retries, problems }) =>
        `  ${uid} (${route}): ${outcome}, ${problems} problems, helped ${retries} times`,
    ),
    `  armed: ${armed} sites; calls struck: ${counted(struck)}`,
    `  processes and lines: ${counted(blows)}; nothing to strike: ${missed}`,
    `  things that are there twice, each said in a result: ${saidTwice}`,
    ...wrong.map((what) => `  wrong: ${what}`),
    ...(wrong.length === 0 ? [] : [`  again: ${again(seed, together)}`]),
  ].join('\n');
}

/** Alone, and with the seeds whose kills hit it as well. */
function again(seed: number, together: readonly number[]): string {
  const alone = `npm run chaos -- --seed ${seed} --keep`;
  if (together.length === 1) return alone;
  return `${alone}; with its neighbours: npm run chaos -- --seeds ${together[0]}-${together.at(-1)} --group ${together.length} --keep`;
}

function summary(reports: readonly SeedReport[], ms: number): string {
  const decks = reports.flatMap((report) => report.decks);
  const of = (outcome: string) => decks.filter((deck) => deck.outcome === outcome).length;
  const failed = reports.filter(({ wrong }) => wrong.length > 0).map(({ seed }) => seed);
  return [
    `${reports.length} seeds, ${decks.length} decks in ${Math.round(ms / 1000)} s: ${of('delivered')} delivered, ${of('rejected')} rejected, ${of('cancelled')} cancelled, ${of('parked')} parked, ${of('failed') + of('lost')} lost`,
    `${sum(reports.map(({ struck }) => total(struck)))} calls struck, ${sum(reports.map(({ blows }) => total(blows)))} blows to processes and lines, ${sum(decks.map(({ retries }) => retries))} times helped, ${sum(reports.map(({ saidTwice }) => saidTwice))} things twice and said so`,
    failed.length === 0 ? 'nothing lost, nothing twice unsaid' : `WRONG: seeds ${failed.join(', ')}`,
  ].join('\n');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

// Not left to the event loop: after connections that were cut, Node 20 can wait for their handles indefinitely as it ends.
main()
  .catch((error) => {
    console.error(error);
    return 1;
  })
  .then((code) => process.stdout.write('', () => process.exit(code)));
