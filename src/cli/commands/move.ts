import type { Command } from 'commander';
import { forEachLimit } from '../../base/io/for-each-limit';
import { parseDuration } from '../../config';
import type { Move, MoveOutcome, Moving } from '../../decks/moving';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { openWorkflows } from '../../worker/open-workflows';
import { withCluster } from '../connect/with-cluster';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { uidOf } from '../invocation/user-options';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { exitFor } from '../terminal/failures';
import { print, printJson, say } from '../terminal/terminal';

interface MoveOptions extends CommonOptions {
  all?: boolean;
  uid?: string;
  fromBuild?: string;
  wait: string;
}

/** Maximum concurrent moves. Each polls the server several times a second. */
const CONCURRENCY = 10;

export function registerMove(program: Command): Command {
  return program
    .command('move')
    .description('move waiting decks to the current build: continue each as a new run with its full state')
    .argument('[id...]', DECK_ID)
    .option('--all', 'move every open deck of the task queue')
    .option('--uid <uid>', 'with --all: only decks of this user', uidOf)
    .option('--from-build <build>', 'only decks on this build')
    .option('--wait <duration>', 'how long to wait for each deck; a busy deck moves later', '30s')
    .option('--json', 'print one line of JSON per deck')
    .action(async (ids: string[], _options, self: Command) => {
      const options = optionsOf<MoveOptions>(self);
      const workflowIds = ids.map(parseDeckId);
      if (workflowIds.length > 0 === (options.all ?? false)) throw badInput('Specify deck IDs or --all, not both.');
      if (options.uid !== undefined && !options.all) throw badInput('--uid requires --all.');
      const waitMs = parseDuration(options.wait);
      if (waitMs === undefined) throw badInput(`--wait takes a duration such as 30s, not ${options.wait}.`);
      const invocation = await openConnected(options);
      const { Moving } = await import('../../decks/moving.js');
      const { taskQueue, namespace } = invocation.settings.temporal;
      const counts = await withCluster(invocation.settings, async (cluster) => {
        const listed = () =>
          openWorkflows(cluster.lists, {
            taskQueue,
            types: ['presentation'],
            ...(options.uid === undefined ? {} : { query: `PresentationUid = '${options.uid}'` }),
          });
        const selected = options.all ? (await listed()).map(({ workflowId }) => workflowId) : workflowIds;
        const moving = new Moving(cluster, namespace);
        const outcomes = new Map<MoveOutcome, number>();
        await forEachLimit(selected, CONCURRENCY, async (workflowId) => {
          const move = await moved(moving, workflowId, options.fromBuild, waitMs);
          if (move === undefined) return;
          outcomes.set(move.outcome, (outcomes.get(move.outcome) ?? 0) + 1);
          if (invocation.json) printJson(move);
          else print(`${workflowId}  ${moveText(move)}`);
        });
        return outcomes;
      });
      const count = (outcome: MoveOutcome) => counts.get(outcome) ?? 0;
      const notMoved = count('kept') + count('failed');
      say(
        `${count('moved')} moved, ${count('current')} already current, ${count('pending')} pending, ` +
          `${notMoved} not moved.`,
      );
      if (count('pending') + notMoved > 0) throw new CliError(exitCodes.failure, '');
    });
}

/** Moves one deck. Undefined if it is not on `fromBuild`. A failure does not stop the other decks. */
async function moved(
  moving: Pick<Moving, 'standing' | 'move'>,
  workflowId: string,
  fromBuild: string | undefined,
  waitMs: number,
): Promise<Move | undefined> {
  try {
    const before = await moving.standing(workflowId);
    if (fromBuild !== undefined && before.version?.buildId !== fromBuild) return undefined;
    return await moving.move(workflowId, before, waitMs);
  } catch (error) {
    const reason = (error as Error).name === 'WorkflowNotFoundError' ? 'no such deck' : exitFor(error).message;
    return { workflowId, outcome: 'failed', reason };
  }
}

function moveText({ outcome, from, to, reason }: Move): string {
  switch (outcome) {
    case 'moved':
      return to === undefined ? 'moved: a new run' : `moved from build ${from} to ${to}`;
    case 'current':
      return `already on build ${from}`;
    case 'pending':
      return 'pending: the deck is busy; it moves when it waits next';
    case 'kept':
      return `not moved: the server started the new run on build ${from}, not ${to}`;
    case 'failed':
      return `not moved: ${reason}`;
  }
}
