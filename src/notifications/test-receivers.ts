import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Settings } from '../config';
import type { DeckEvent } from '../core/notices';
import { eventId, openNotifier } from './notifier';
import { receiversOf } from './receivers';

export interface TestAnswer {
  receiver: string;
  ok: boolean;
  message: string;
}

/** Sends one event of the type `test` to every receiver, all at once and each once. */
export async function testReceivers(settings: Settings, env: NodeJS.ProcessEnv = process.env): Promise<TestAnswer[]> {
  const notifier = openNotifier({ settings, env, log: pino({ level: 'silent' }) });
  const id = eventId(randomUUID());
  const unstopped = new AbortController().signal;
  try {
    return await Promise.all(
      receiversOf(settings.notifications, 'test').map(async ({ key }) =>
        notifier.deliver(key, testEvent(), id, unstopped).then(
          (message) => ({ receiver: key, ok: true, message }),
          (error: Error) => ({ receiver: key, ok: false, message: error.message }),
        ),
      ),
    );
  } finally {
    await notifier.close();
  }
}

function testEvent(): DeckEvent {
  return {
    type: 'test',
    timestamp: new Date().toISOString(),
    data: {
      deck: 'presentation/test/test',
      uid: 'test',
      request: 'test',
      title: 'A test',
      stage: 'delivered',
      message: 'this is a test: there is no such deck, and nothing is to be done',
    },
  };
}
