import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Settings } from '../../src/config';
import type { DeckEvent } from '../../src/core/notices';
import { eventId, openNotifier } from './notifier';
import { receiversOf } from './receivers';

interface TestAnswer {
  receiver: string;
  ok: boolean;
  message: string;
}

/** Sends one `test` event to every receiver, in parallel and without retries. */
export async function testReceivers(settings: Settings, env: NodeJS.ProcessEnv = process.env): Promise<TestAnswer[]> {
  const notifier = openNotifier({ settings, env, log: pino({ level: 'silent' }) });
  const id = eventId(randomUUID());
  const never = new AbortController().signal;
  try {
    return await Promise.all(
      receiversOf(settings.notifications, 'test').map(async ({ key }) =>
        notifier.deliver(key, testEvent(), id, never).then(
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
      title: 'Test',
      stage: 'delivered',
      message: 'this is a test notification; the deck does not exist, and you do not need to do anything',
    },
  };
}
