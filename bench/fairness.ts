import { setTimeout as delay } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { measurePairs, type Paired, pairsAskedFor, withLoad } from './pairs';
import { apart, serviceProcess } from './service';
import { BenchUser, TASK } from './user';

/** How many calls the attacker has under way at any time. */
const PARALLEL = 16;
const WATCHED_MS = 5_000;
/** What answers to short calls may take, in milliseconds. */
const SHORT_CALL = 250;

const times = (count: number, text: (at: number) => string) => Array.from({ length: count }, (_, at) => text(at));
const pages = (count: number, page: (at: number) => string, first = '') =>
  `# T\n\n## C\n\n${first}${times(count, page).join('\n')}`;
const paragraph = 'word **bold** `x` [a](b) '.repeat(120).slice(0, 2_900);
const longest = pages(640, (at) => `### p ${at}\n\n#### same\n\n${paragraph}\n`);
const longWords = pages(150, (at) => `#### p ${at}\n\n${'abcdefghij'.repeat(990)}\n`, '### P\n\n');
const manySlides = pages(400, (at) => `### p ${at}\n\n#### a\n\nText.\n`);
const quiet = pages(20, (at) => `### Page ${at}\n\n#### Point\n\nA sentence.\n`);

/** What another user notices while one user does the worst that we know of, call by call. */
export async function fairness(): Promise<Paired[]> {
  const { answer: url, child } = await serviceProcess();
  try {
    const user = await BenchUser.open(url, 'other');
    const design = await designOf(user, quiet);
    const exported = () => user.exportTime(design);
    const measured: Paired[] = [];
    for (const kind of Object.keys(attacks)) {
      const facts = {
        ...{ target: '≤ 1', unit: 'ms' },
        name: `another user's slowest short call during ${kind} / ${SHORT_CALL} ms`,
      };
      measured.push(
        await withLoad(facts, async () => {
          const slowest = [];
          for (let pair = 0; pair < pairsAskedFor(3); pair += 1) {
            slowest.push({ ours: await under(url, kind, () => user.slowestShortCall(WATCHED_MS)), other: SHORT_CALL });
          }
          return slowest;
        }),
        await measurePairs(
          { name: `another user's export during ${kind} / without load`, target: '≤ 3', unit: 'ms' },
          { ours: () => under(url, kind, exported), other: exported },
          { pairs: 3 },
        ),
      );
    }
    return measured;
  } finally {
    child.send('end');
  }
}

async function under(url: string, kind: string, measure: () => Promise<number>): Promise<number> {
  const attacker = await apart(__filename, url, kind);
  try {
    return await measure();
  } finally {
    attacker.child.kill('SIGKILL');
    // What the service has in hand for the attacker is done or given up before the next measurement.
    await delay(4_000);
  }
}

async function attack(url: string, kind: string): Promise<void> {
  const user = await BenchUser.open(url, 'greedy');
  const calls = await attacks[kind]!(user);
  process.send!('attacking');
  await delay(300);
  let turn = 0;
  const forever = async () => {
    for (;;) await calls[turn++ % calls.length]!().catch(() => delay(50));
  };
  await Promise.all(Array.from({ length: PARALLEL }, forever));
}

async function taskOf(user: BenchUser, content: string): Promise<string> {
  return String((await user.multipart(TASK, { type: '7', title: 'T', content })).data.id);
}

async function designOf(user: BenchUser, content: string): Promise<string> {
  return String((await user.form('/api/design/v2/save', { task_id: await taskOf(user, content) })).data.id);
}

function docx(text: string): Blob {
  const bytes = zipSync({
    '[Content_Types].xml': Buffer.from('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    'word/document.xml': Buffer.from(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });
  return new File([Buffer.from(bytes)], 'document.docx');
}

/** Prepares what its calls need, and answers the calls that are made again and again, in turn. */
type Attack = (user: BenchUser) => Promise<(() => Promise<unknown>)[]>;

/** The worst calls that we know of for each part of the service that depends on input. */
const attacks: Readonly<Record<string, Attack>> = {
  'uploads of documents': async (user) =>
    [`${'.'.repeat(100_000)}x`, 'A. '.repeat(100_000), ','.repeat(900_000)]
      .map(docx)
      .map((file) => () => user.multipart(TASK, { type: '3', file })),
  'bodies of many fields': async (user) => {
    const keys = Buffer.from(`{${times(700_000, (at) => `"k${at}":1`).join()}}`);
    const fields = Buffer.from('a=&'.repeat(1_200_000));
    return [
      () => user.raw('/api/ai/pro/layout/add', 'application/json', keys),
      () => user.raw('/api/generate/data', 'application/x-www-form-urlencoded', fields),
    ];
  },
  'edits of megabytes': async (user) => {
    const task_id = await taskOf(user, longest);
    const table = { type: 'table', value: '|a'.repeat(2e6) };
    const chapter = { value: 'c', children: [{ value: 'p', children: [table] }] };
    const tree = JSON.stringify({ type: 'title', value: 'x', children: [chapter] });
    return [tree, longest].map((content) => () => user.form('/api/ai/chat/v2/outline/save', { task_id, content }));
  },
  'reads of megabytes': async (user) => {
    const task_id = await taskOf(user, longest);
    return [
      () => user.form('/api/generate/data', { task_id }),
      () => user.text(`/api/ai/chat/outline?task_id=${task_id}`),
    ];
  },
  'saves of designs': async (user) => {
    const task_id = await taskOf(user, longest);
    return [() => user.form('/api/design/v2/save', { task_id })];
  },
  'exports of long words and many images': async (user) => {
    const [words, slides] = [await designOf(user, longWords), await designOf(user, manySlides)];
    return [
      () => user.form('/api/download/export/file', { id: words, format: 'ppt' }),
      () => user.form('/api/download/export/file', { id: slides, format: 'png' }),
    ];
  },
};

if (require.main === module) void attack(process.argv[2]!, process.argv[3]!);
