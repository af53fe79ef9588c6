import { z } from 'zod';
import { defaultTemplate } from '../../slides/render';
import type { Services } from '../context/services';
import { checkedChannel, checkedName } from '../domain/names';
import { newCredential } from '../files/keys';
import { contentAtOnce } from '../generation/generate';
import { saveNewDesign } from '../generation/save-design';
import { storeToken } from '../store/credentials';
import { insertTask } from '../store/tasks';
import { ensureUser } from '../store/users';
import { createOfflineWriter } from '../writer/offline/offline-writer';
import { badRequest } from './body';

const TITLES = [
  'How tides shape a coast',
  'Quarterly sales report',
  '新能源汽车市场分析',
  'A city without cars',
  'Teaching children to read',
  '年度工作总结与计划',
  'The history of tea',
  'Introducing a four-day week',
  '人工智能在医疗中的应用',
  'Safety on the building site',
] as const;

const MOST_DECKS = 200;

export const seedRequest = z.strictObject({
  users: z
    .array(
      z.strictObject({
        uid: z.string(),
        channel: z.string().optional(),
        /** API key of the account; defaults to the first account of the service. */
        apiKey: z.string().optional(),
        /** Number of decks with built-in titles, or a list of titles. */
        decks: z
          .union([z.int().min(0), z.array(z.string())], { error: 'must be a number or a list of titles' })
          .default(1),
      }),
    )
    .min(1),
});

interface SeededUser {
  uid: string;
  channel: string;
  apiKey: string;
  /** A newly granted token. */
  token: string;
  decks: { taskId: number; designId: number; title: string }[];
}

/**
 * Creates users with finished decks. The offline writer writes them without delay, whichever writer and timing are set.
 * @throws ServiceError for an invalid user or title, before anything is created.
 */
export async function seed(
  services: Services,
  { users }: z.output<typeof seedRequest>,
  signal: AbortSignal,
): Promise<SeededUser[]> {
  const wanted = users.map(({ uid, channel, apiKey = services.accounts.keys().next().value ?? '', decks }) => {
    if (!services.accounts.has(apiKey)) throw badRequest(`apiKey ${apiKey} is not an account of this service`);
    const titles = typeof decks === 'number' ? titlesOf(Math.min(decks, MOST_DECKS + 1)) : decks;
    return {
      uid: checkedName('uid', uid),
      channel: checkedChannel(channel),
      apiKey,
      titles: titles.map((title) => checkedName('title', title)),
    };
  });
  const total = wanted.reduce((sum, { titles }) => sum + titles.length, 0);
  if (total > MOST_DECKS) throw badRequest(`users: at most ${MOST_DECKS} decks can be created in one call`);

  const writer = createOfflineWriter({ fragmentDelayMs: 0 });
  const offline = { ...services, writers: { default: writer, alternative: writer } };
  const made: SeededUser[] = [];
  for (const { titles, ...owner } of wanted) {
    const user = await ensureUser(services.db, owner, services.now());
    const token = newCredential();
    const expiresAt = services.now() + services.settings.tokenLifetime;
    await storeToken(services.db, token, { user, expiresAt }, services.now());
    const decks: SeededUser['decks'] = [];
    for (const title of titles) {
      signal.throwIfAborted();
      decks.push(await makeDeck(offline, { userId: user.id, title }, signal));
    }
    made.push({ ...owner, token, decks });
  }
  return made;
}

function titlesOf(count: number): string[] {
  return Array.from({ length: count }, (_, at) => TITLES[at % TITLES.length]!);
}

async function makeDeck(
  services: Services,
  { userId, title }: { userId: number; title: string },
  signal: AbortSignal,
): Promise<SeededUser['decks'][number]> {
  const { db, profile, now } = services;
  const task = await insertTask(db, { userId, type: profile.taskTypes.title, title, options: [], now: now() });
  const content = await contentAtOnce(services, { userId, taskId: task.id }, { signal });
  const design = await saveNewDesign(services, {
    userId,
    taskId: task.id,
    name: content.title,
    templateId: defaultTemplate(task.title).id,
    layoutType: undefined,
    layoutTaskId: undefined,
    content,
  });
  return { taskId: task.id, designId: design.id, title };
}
