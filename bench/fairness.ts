import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { BenchUser, TASK } from './bench-user';
import { startLocalStack } from './local-stack';
import { measurePairs, type Paired, pairedOf, pairsAskedFor } from './pairs';
import { attacks } from './worst-calls';

/** How many calls the attacker has under way at any time. */
const PARALLEL = 16;
const WATCHED_MS = 5_000;
/** What answers to short calls may take, in milliseconds. */
const SHORT_CALL = 250;

const QUIET_DECK = `# Deck\n\n## One\n\n${Array.from({ length: 20 }, (_, at) => `### Page ${at}\n\n#### Point\n\nA sentence.\n`).join('\n')}`;

/** What another user notices while one user does the worst that we know of, call by call. */
export async function fairness(): Promise<Paired[]> {
  const service = await apart('service');
  try {
    const user = await BenchUser.open(service.answer, 'other');
    const task = await user.multipart(TASK, { type: '7', title: 'Deck', content: QUIET_DECK });
    const design = await user.form('/api/design/v2/save', { task_id: String(task.data.id) });
    const exported = () => user.exportTime(design.data.id);
    const measured: Paired[] = [];
    for (const kind of Object.keys(attacks)) {
      measured.push(await slowestCall(user, service.answer, kind));
      measured.push(
        await measurePairs(
          { name: `another user's export during ${kind} / without load`, target: '≤ 3', unit: 'ms' },
          { ours: () => under(service.answer, kind, exported), other: exported },
          { pairs: 3 },
        ),
      );
    }
    return measured;
  } finally {
    service.child.send('end');
  }
}

async function slowestCall(user: BenchUser, url: string, kind: string): Promise<Paired> {
  const slowest = [];
  for (let pair = 0; pair < pairsAskedFor(3); pair += 1) {
    slowest.push({ ours: await under(url, kind, () => user.slowestShortCall(WATCHED_MS)), other: SHORT_CALL });
  }
  const facts = {
    name: `another user's slowest short call during ${kind} / ${SHORT_CALL} ms`,
    target: '≤ 1',
    unit: 'ms',
  };
  return pairedOf(facts, slowest, [0, 0]);
}

async function under(url: string, kind: string, measure: () => Promise<number>): Promise<number> {
  const attacker = await apart('attacker', url, kind);
  try {
    return await measure();
  } finally {
    attacker.child.kill('SIGKILL');
    // What the service has in hand for the attacker is done or given up before the next measurement.
    await delay(4_000);
  }
}

/** Another process, so that the two do not share an event loop; answers when it is ready. */
async function apart(...role: string[]): Promise<{ answer: string; child: ChildProcess }> {
  const child = fork(__filename, role);
  const answer = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (code) => reject(new Error(`${role[0]} exited with code ${code}`)));
  });
  return { answer, child };
}

async function serve(): Promise<void> {
  const stack = await startLocalStack({}, {}, { worker: false });
  process.send!(stack.service.url);
  process.once('message', async () => {
    await stack.close();
    process.exit(0);
  });
}

async function attack(url: string, kind: string): Promise<void> {
  const user = await BenchUser.open(url, 'greedy');
  const call = await attacks[kind]!(user);
  process.send!('attacking');
  await delay(300);
  const forever = async () => {
    for (;;) await call().catch(() => delay(50));
  };
  await Promise.all(Array.from({ length: PARALLEL }, forever));
}

if (require.main === module) {
  void (process.argv[2] === 'service' ? serve() : attack(process.argv[3]!, process.argv[4]!));
}
