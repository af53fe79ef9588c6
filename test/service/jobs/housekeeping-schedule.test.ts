import { type Client, ScheduleAlreadyRunning, ServiceError } from '@temporalio/client';
import { settingsSchema } from '../../../src/config';
import { scheduleHousekeeping } from '../../../src/service/jobs/housekeeping';

/** What a server says whose own worker is away, which the server of the tests cannot be without. */

const FAILED_PRECONDITION = 9;
const away = () =>
  new ServiceError('Failed to describe schedule', {
    cause: Object.assign(new Error('no poller seen'), {
      code: FAILED_PRECONDITION,
      details: 'no poller',
      metadata: {},
    }),
  });

const settings = settingsSchema.parse({});
const existing = (update: () => Promise<void>) => ({
  schedule: {
    async create() {
      throw new ScheduleAlreadyRunning('exists', 'housekeeping');
    },
    getHandle: () => ({ update }),
  } as unknown as Client['schedule'],
});

test('a service starts while the worker of Temporal itself is away for a moment', async () => {
  let calls = 0;
  const update = async () => {
    calls += 1;
    if (calls === 1) throw away();
  };
  expect(await scheduleHousekeeping(existing(update), settings)).toBe(true);
  expect(calls).toBe(2);
});

test('it leaves the schedule as it is if that worker stays away, and reports any other failure', async () => {
  const gone = existing(() => Promise.reject(away()));
  expect(await scheduleHousekeeping(gone, settings, 0)).toBe(false);
  const denied = existing(() => Promise.reject(new Error('denied')));
  await expect(scheduleHousekeeping(denied, settings)).rejects.toThrow('denied');
});
