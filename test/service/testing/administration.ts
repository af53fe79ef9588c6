import { type TestControlOptions, testControls } from '../../../src/service/testing';
import { startTestService, type TestService } from '../running-service';
import { type Json, type Reply, reply } from '../session';

export const ADMIN_KEY = 'the-admin-key-of-the-service-tests';

/** The service with its test controls. */
export function startAdministeredService(
  changes: Parameters<typeof startTestService>[0] & { admin?: Partial<TestControlOptions> } = {},
): Promise<TestService> {
  const { admin, ...others } = changes;
  return startTestService({ ...others, testing: testControls({ key: ADMIN_KEY, ...admin }) });
}

export async function administer(
  { url }: { url: string },
  method: string,
  path: string,
  body?: unknown,
  key = ADMIN_KEY,
): Promise<Reply> {
  return reply(
    await fetch(`${url}/_admin${path}`, {
      method,
      headers: { 'x-admin-key': key },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
}

/** Adds a rule and answers it; throws when it is refused. */
export async function addFault(service: { url: string }, rule: object): Promise<Json> {
  const { code, data, msg } = await administer(service, 'POST', '/faults', rule);
  if (code !== 0) throw new Error(msg);
  return data;
}

export async function journal(service: { url: string }, since = 0): Promise<Json> {
  return (await administer(service, 'GET', `/journal?since=${since}`)).data;
}
