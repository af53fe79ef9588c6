import type { Command } from 'commander';
import { parseDuration } from '../../config/duration';
import type { Move, MoveOutcome } from '../../decks/moving';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { userName } from '../invocation/user-options';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { endingOf } from '../terminal/failures';
import { print, printJson, say } from '../terminal/terminal';

interface MoveOptions extends CommonOptions {
  all?: boolean;
  uid?: string;
  fromBuild?: string;
  wait: string;
}

/** Each of them asks the server some times a second. */
const AT_ONCE = 10;

export function registerMove(program: Command): Command {
  return program
    .command('move')
    .description('have waiting decks go on, with their whole state, as new runs on the build that is current')
    .argument('[id...]', DECK_ID)
    .option('--all', 'every open deck of the queue')
    .option('--uid <uid>', 'with --all: only decks of this user', userName)
    .option('--from-build <build>', 'only decks that are on this build')
    .option('--wait <duration>', 'how long to wait for each; one that does not wait itself moves later', '30s')
    .option('--json', 'print a JSON line for each deck')
    .action(async (ids: string[], _options, self: Command) => {
      const options = optionsOf<MoveOptions>(self);
      const workflowIds = ids.map(parseDeckId);
      if (workflowIds.length > 0 === (options.all ?? false)) throw badInput('Name decks, or say --all.');
      if (options.uid !== undefined && !options.all) throw badInput('--uid goes with --all.');
      const waitMs = parseDuration(options.wait);
      if (waitMs === undefined) throw badInput(`--wait takes a duration such as 30s, not ${options.wait}.`);
      const invocation = await openConnected(options);
      const [{ withCluster }, { Moving }, { forEachLimit }, { openWorkflows }] = await Promise.all([
        import('../connect/with-cluster.js'),
        import('../../decks/moving.js'),
        import('../../io/for-each-limit.js'),
        import('../../worker/open-workflows.js'),
      ]);
      const { taskQueue, namespace } = invocation.settings.temporal;
      const counts = await withCluster(invocation.settings, async (cluster) => {
        const listed = () =>
          openWorkflows(cluster.lists, {
            taskQueue,
            types: ['presentation'],
            ...(options.uid === undefined ? {} : { query: `PresentationUid = '${options.uid}'` }),
          });
        const chosen = options.all ? (await listed()).map(({ workflowId }) => workflowId) : workflowIds;
        const moving = new Moving(cluster, namespace);
        const done = new Map<MoveOutcome, number>();
        await forEachLimit(chosen, AT_ONCE, async (workflowId) => {
          const move = await moved(moving, workflowId, options.fromBuild, waitMs);
          if (move === undefined) return;
          done.set(move.outcome, (done.get(move.outcome) ?? 0) + 1);
          if (invocation.json) printJson(move);
          else print(`${workflowId}  ${wordsFor(move)}`);
        });
        return done;
      });
      const of = (outcome: MoveOutcome) => counts.get(outcome) ?? 0;
      const unfinished = of('pending') + of('kept') + of('failed');
      say(
        `${of('moved')} moved, ${of('current')} there already, ${of('pending')} move at their next wait, ` +
          `${of('kept') + of('failed')} did not move.`,
      );
      if (unfinished > 0) throw new CliError(exitCodes.failure, '');
    });
}

type Asked = Pick<InstanceType<typeof import('../../decks/moving').Moving>, 'standing' | 'move'>;

/** Undefined for a deck that is on another build than the one that was named. One that fails does not stop the others. */
async function moved(
  moving: Asked,
  workflowId: string,
  fromBuild: string | undefined,
  waitMs: number,
): Promise<Move | undefined> {
  try {
    const before = await moving.standing(workflowId);
    if (fromBuild !== undefined && before.version?.buildId !== fromBuild) return undefined;
    return await moving.move(workflowId, before, waitMs);
  } catch (error) {
    const reason =
      (error as Error).name === 'WorkflowNotFoundError' ? 'there is no such deck' : endingOf(error).sentence;
    return { workflowId, outcome: 'failed', reason };
  }
}

function wordsFor({ outcome, from, to, reason }: Move): string {
  switch (outcome) {
    case 'moved':
      return to === undefined ? 'moved: a new run' : `moved from build ${from} to ${to}`;
    case 'current':
      return `is on build ${from} already`;
    case 'pending':
      return 'does not wait just now, or its worker is away; it moves at its next wait';
    case 'kept':
      return `goes on as a new run on build ${from}: the server did not move it to ${to}`;
    case 'failed':
      return `did not move: ${reason}`;
  }
}
