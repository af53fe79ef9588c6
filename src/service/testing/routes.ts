import { type Context, Hono } from 'hono';
import { ServiceError } from '../../contract/service-error';
import type { Services } from '../context/services';
import { type Exchange, success } from '../http/encode';
import { ADMIN_ROUTE } from '../http/log';
import type { AppOptions } from '../http/testing';
import { badRequest, readBody, upTo } from './body';
import type { MovableClock } from './clock';
import { clockRequest, moveClock } from './clock-request';
import { callsFor, effectTypes, faultyCalls } from './effects';
import { type Faults, faultRequest } from './faults';
import type { Journal } from './journal';
import type { AdminKey } from './key';
import { countRecords, removeEverything, restoreSnapshot, snapshotSchema, takeSnapshot } from './snapshot';

interface Admin {
  key: AdminKey;
  faults: Faults;
  clock: MovableClock;
  journal: Journal;
}

/** Maximum body size in bytes. Snapshots have a separate limit. */
const LARGEST_BODY = 1_000_000;
const LARGEST_SNAPSHOT = 512_000_000;

/** Adds the routes under `/_admin`. They use the interface's envelopes, but meaningful HTTP statuses. */
export function addAdminRoutes(app: Hono<Exchange>, services: Services, admin: Admin, { version }: AppOptions): void {
  const routes = new Hono<Exchange>({ strict: false });
  routes.use(async (c, next) => {
    c.set('route', ADMIN_ROUTE);
    admin.key.check(c);
    await next();
  });

  const { faults, clock, journal } = admin;
  routes.get('/overview', async (c) =>
    success(c, {
      version,
      clock: clock.state,
      counts: await countRecords(services.db),
      calls: faultyCalls,
      effects: Object.fromEntries(effectTypes.map((type) => [type, callsFor(type)])),
    }),
  );

  routes.post('/faults', upTo(LARGEST_BODY), async (c) => success(c, faults.add(await readBody(c, faultRequest))));
  routes.get('/faults', (c) => success(c, faults.list()));
  routes.delete('/faults', (c) => {
    faults.clear();
    return success(c, []);
  });
  routes.delete('/faults/:id', (c) => {
    if (!faults.remove(c.req.param('id'))) throw new ServiceError('not-found', 'this fault rule does not exist', 404);
    return success(c, []);
  });

  routes.get('/clock', (c) => success(c, clock.state));
  routes.post('/clock', upTo(LARGEST_BODY), async (c) => {
    moveClock(clock, await readBody(c, clockRequest));
    return success(c, clock.state);
  });

  routes.get('/journal', (c) => success(c, journal.since(sinceOf(c))));

  routes.post('/reset', async (c) => {
    faults.clear();
    clock.move(0, false);
    await removeEverything(services);
    journal.clear();
    return success(c, []);
  });
  routes.get('/snapshot', async (c) => success(c, await takeSnapshot(services)));
  routes.put('/snapshot', upTo(LARGEST_SNAPSHOT), async (c) => {
    await restoreSnapshot(services, await readBody(c, snapshotSchema));
    return success(c, await countRecords(services.db));
  });
  app.route('/_admin', routes);
}

function sinceOf(c: Context): number {
  const since = c.req.query('since') ?? '0';
  if (!/^\d{1,15}$/.test(since)) throw badRequest('since must be a number: the last seq that you have read');
  return Number(since);
}
