import { elapsed } from '../../base/text/elapsed';
import { isLoopback, type Settings, s3Options, serviceBaseUrl } from '../../config';
import { given } from '../../core/given';
import { connectTemporal, presentationSearchAttributes, type TemporalConnection } from '../../temporal';
import { isGone, lastPoll } from '../../temporal/pollers';
import { accepts } from '../../temporal/ports';
import type { Check } from './checks';
import { deckChecks } from './deck-checks';

/** Whether the bucket of the document store can be used; nothing with a directory, which is in the data directory. */
export async function documentStoreCheck({ documents: { s3 } }: Settings): Promise<Check[]> {
  if (s3 === null) return [];
  const name = 'document store';
  try {
    const { openBucket } = await import('../../base/io/s3-bucket.js');
    await openBucket(s3Options('documents.s3', s3));
    return [{ name, state: 'ok', message: `bucket ${s3.bucket} at ${s3.endpoint}` }];
  } catch (error) {
    return [{ name, state: 'missing', message: (error as Error).message }];
  }
}

/** Whether the Temporal server responds and is ready for decks. */
export async function serverChecks(settings: Settings): Promise<Check[]> {
  const name = 'Temporal server';
  const needed = settings.temporal.mode === 'existing';
  let temporal: TemporalConnection;
  try {
    temporal = await connectTemporal(settings, { timeoutMs: Math.min(settings.temporal.connectTimeout, 5_000) });
  } catch (error) {
    const message = needed ? (error as Error).message : `none at ${settings.temporal.address}`;
    if (needed) return [{ name, state: 'missing', message }];
    return [{ name, state: 'note', message, remedy: 'start one with deck dev or npm start' }];
  }
  try {
    return [
      { name, state: 'ok', message: temporal.address },
      ...(await namespaces(temporal, settings)),
      await worker(temporal, settings),
      ...(await deckChecks(temporal)),
    ];
  } finally {
    await temporal.close();
  }
}

async function namespaces({ connection }: TemporalConnection, { temporal }: Settings): Promise<Check[]> {
  const { namespace, serviceNamespace } = temporal;
  const checks: Check[] = [];
  for (const [which, owner] of [
    [namespace, 'deck worker'],
    [serviceNamespace, 'deck service'],
  ] as const) {
    const known = await connection.workflowService.describeNamespace({ namespace: which }).then(
      () => true,
      () => false,
    );
    const message = known ? which : `${which} does not exist`;
    checks.push({
      name: 'namespace',
      state: known ? 'ok' : 'note',
      message,
      ...(known ? {} : { remedy: `created when ${owner} starts` }),
    });
  }
  const attributes = await connection.operatorService.listSearchAttributes({ namespace }).then(
    ({ customAttributes }) => Object.keys(customAttributes ?? {}),
    () => undefined,
  );
  const absent = presentationSearchAttributes.map((key) => key.name).filter((key) => !attributes?.includes(key));
  const name = 'search attributes';
  if (attributes === undefined) checks.push({ name, state: 'note', message: 'cannot be listed on this server' });
  else if (absent.length === 0)
    checks.push({ name, state: 'ok', message: `${presentationSearchAttributes.length} registered` });
  else
    checks.push({
      name,
      state: 'note',
      message: `missing: ${absent.join(', ')}`,
      remedy: 'registered when deck worker starts',
    });
  return checks;
}

async function worker({ connection }: TemporalConnection, { temporal }: Settings): Promise<Check> {
  const name = 'worker';
  const { namespace, taskQueue } = temporal;
  const seen = await lastPoll(connection, namespace, taskQueue).catch(() => undefined);
  if (seen === undefined) {
    return { name, state: 'note', message: `none polls ${taskQueue}`, remedy: 'start one with deck worker' };
  }
  if (isGone(seen)) {
    const message = `none polls ${taskQueue} (the last one did ${elapsed(Date.now() - seen)} ago)`;
    return { name, state: 'missing', message, remedy: 'start one with deck worker' };
  }
  return { name, state: 'ok', message: `polls ${taskQueue}, last ${elapsed(Date.now() - seen)} ago` };
}

/** Whether the generation service responds and takes the key pair. */
export async function serviceCheck(settings: Settings): Promise<Check[]> {
  const name = 'generation service';
  const url = new URL(serviceBaseUrl(settings));
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (await accepts(url.hostname.replace(/^\[|\]$/g, ''), port, 3_000)) return probed(settings, name, url.origin);
  const message = `not reachable at ${url.origin}`;
  if (settings.service.baseUrl === null && isLoopback(url.hostname)) {
    return [{ name, state: 'note', message, remedy: 'start it with deck dev, deck service or npm start' }];
  }
  return [{ name, state: 'missing', message, remedy: 'check service.baseUrl' }];
}

/** Free calls show whether the keys, the clock and the address fit, and whether the profile knows the service. */
async function probed(settings: Settings, name: string, origin: string): Promise<Check[]> {
  const { uid, channel } = settings.service;
  const { probeService } = await import('../../client/account/index.js');
  const checks: Check[] = [];
  const user = { uid, channel, signal: AbortSignal.timeout(PROBE_DEADLINE_MS) };
  const missing = (message: string, remedy?: string) =>
    void checks.push({ name, state: 'missing', message, ...given({ remedy }) });
  const lines = await probeService({
    settings,
    user,
    onFinding: ({ state, message, remedy }) =>
      void (state === 'missing' && missing(`${origin} grants no token: ${message}`, remedy)),
    // Without keys, nothing can be asked.
  }).catch((error) => missing((error as Error).message) ?? {});
  if (checks.length > 0) return checks;
  const granted: Check = { name, state: 'ok', message: `${origin} grants tokens` };
  if (Object.keys(lines).length === 0) return [granted];
  const message = 'the service has codes that the compatibility profile does not list';
  return [granted, { name: 'profile', state: 'note', message, remedy: 'deck service probe prints the lines' }];
}

const PROBE_DEADLINE_MS = 10_000;
