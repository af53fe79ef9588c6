import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { Cluster } from './cluster/cluster';
import { ClusterDecks, type DeckEnd, routes } from './cluster/decks';
import { effectOf, faultTable, type JudgedDeck } from './cluster/effects';
import { type Fault, faults, Striking } from './cluster/faults';
import { CLUSTER_HELP, type ClusterOptions, readClusterOptions } from './cluster/options';
import { clusterPrograms } from './cluster/programs';
import { clusterTable } from './cluster/table';
import { judgeDeck } from './cluster/verdict';

const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);

async function main(): Promise<void> {
  const options = readClusterOptions(process.argv.slice(2));
  if (options === 'help') return console.log(CLUSTER_HELP);
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const load = loadavg()[0]!;
  const programs = await clusterPrograms(say, options.server);
  let opened: Cluster | undefined;
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`interrupted by ${signal}`)));
  });
  interrupted.catch(() => undefined);
  const onOpen = (cluster: Cluster) => {
    opened = cluster;
  };
  try {
    await Promise.race([
      interrupted,
      runOn(Cluster.start(options, programs, { onProgress: say, onOpen }), options, load),
    ]);
    await opened!.temporal.close();
  } finally {
    say('stopping everything');
    await opened?.close();
  }
}

async function runOn(started: Promise<Cluster>, options: ClusterOptions, load: number): Promise<void> {
  const cluster = await started;
  say('first decks, one of each route, not measured');
  await new ClusterDecks(cluster.temporal, cluster.settings, 'first').run(routes.length, routes.length);
  const began = performance.now();
  say(`running ${options.decks} decks`);
  const decks = new ClusterDecks(cluster.temporal, cluster.settings);
  const all = options.faults.flatMap((kind): readonly Fault[] => faults[kind]);
  const striking = new Striking(all, cluster, decks, say);
  const atOnce = Math.min(options.atOnce, options.decks);
  const ends = await decks.runWhile(
    (started) => started < options.decks || !striking.over,
    atOnce,
    (ended) => {
      if (ended % 10 === 0) say(`${ended} decks have ended, ${options.decks} are wanted`);
    },
  );
  const struck = await striking.struck;
  const seconds = (performance.now() - began) / 1000;
  say('judging the decks by what the services have');
  const judged: JudgedDeck[] = [];
  for (const end of ends) judged.push(await judgeDeck(cluster, end));
  const measured = { ends: judged.map(withWrongs), seconds, load };
  const text = clusterTable({ options, serverVersion: options.server, ...measured }).trimEnd();
  const effects = struck.map((one) => effectOf(one, judged));
  const report = `${text}\n${effects.length === 0 ? '' : `\n${faultTable(effects)}\n`}`;
  console.log(report);
  if (options.out !== '') writeFileSync(options.out, report);
  if (judged.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1;
}

const withWrongs = ({ end, wrong }: JudgedDeck): DeckEnd =>
  wrong.length === 0 ? end : { ...end, wrong: wrong.join('; ') };

main().catch((error: Error) => {
  console.error(error.message);
  // Calls of decks may still be under way, to a cluster that is gone.
  process.exit(1);
});
