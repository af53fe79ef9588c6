import type { Context } from 'hono';
import { Refusal } from '../../base/threads/refusal';
import { endpointOf, headers } from '../../contract';
import { ServiceError } from '../../contract/service-error';
import type { Jobs } from '../context/jobs';
import type { Services } from '../context/services';
import { pause } from '../domain/timing';
import { type Exchange, failureEnvelope } from '../http/encode';
import type { FaultyCall, Serve } from '../http/testing';
import { findToken } from '../store/credentials';
import { ownerOfFile } from '../store/files';
import { failJob, type JobKey } from '../store/jobs';
import type { Effect } from './effects';
import type { Faults } from './faults';
import { cutStream, dribbled, hungUp, lastEvent, reset, stalled, truncated } from './wire-faults';

/** The step of a request at which fault rules apply. */
export async function byRule(
  faults: Faults,
  services: Services,
  call: FaultyCall,
  c: Context<Exchange>,
  stopping: AbortSignal,
  serve: Serve,
): Promise<Response> {
  const token = c.req.header(headers.token)?.trim();
  const fault = await faults.take({ endpoint: call, token, uid: () => uidOf(services, call, c) });
  if (!fault) return serve(services);
  c.set('fault', fault.id);
  // For the journal: a call that a rule applies to may never reach authentication.
  if (token) c.set('uid', (await findToken(services.db, token))?.user.uid);
  const signal = AbortSignal.any([stopping, c.req.raw.signal]);
  return misbehave(services, fault.effect, c, signal, serve);
}

/** Returns the user of a call before its credentials are checked. */
async function uidOf(services: Services, call: FaultyCall, c: Context<Exchange>): Promise<string | undefined> {
  if (call === 'file') return ownerOfFile(services.db, c.req.param('key') ?? '');
  if (endpointOf(call).auth === 'signature') return c.req.query('uid');
  const token = c.req.header(headers.token)?.trim();
  return token ? (await findToken(services.db, token))?.user.uid : undefined;
}

async function misbehave(
  services: Services,
  effect: Effect,
  c: Context<Exchange>,
  signal: AbortSignal,
  serve: Serve,
): Promise<Response> {
  const { profile } = services;
  if ('when' in effect && effect.when === 'after' && effect.type !== 'delay') await applied(services, serve);
  switch (effect.type) {
    case 'code':
      return failureEnvelope(c, effect, effect.headers);
    case 'status':
      return bareStatus(c, effect);
    case 'delay':
      if (effect.when === 'before') await pause(effect.time, signal);
      return effect.when === 'before' ? serve(services) : delayed(await serve(services), effect.time, signal);
    case 'hang':
      return hungUp(c, signal);
    case 'reset':
      return reset(c);
    case 'truncate':
      return truncated(c, await serve(services), effect.bytes);
    case 'cutStream':
      return cutStream(c, await serve(services), effect);
    case 'stall':
      return stalled(c, await serve(services), effect.events, signal);
    case 'dribble':
      return dribbled(c, await serve(services), effect, signal);
    case 'errorEvent': {
      const code = effect.code ?? profile.failures['generation-failed'].codes[0]!;
      return lastEvent(await serve(services), effect.events, 'error', { code, msg: effect.msg, message: effect.msg });
    }
    case 'filterEvent': {
      const code = effect.code ?? profile.failures.moderation.codes[0]!;
      return lastEvent(await serve(services), effect.events, 'filter', { code, msg: effect.msg, message: effect.msg });
    }
    case 'failJob':
      return serve({ ...services, jobs: failingJobs(services, effect.reason) });
    case 'neverFinish':
      return serve({ ...services, jobs: sleepingJobs(services) });
    case 'linkExpired':
      throw new ServiceError('not-found', 'this link has expired: request the export result or the design again', 410);
    case 'tokenInvalid':
      if (effect.expired) throw new ServiceError('token-expired', `${headers.token} has expired: grant a new one`);
      throw new ServiceError('authentication', `${headers.token} is not valid: grant a new one`);
    case 'queueFull':
      throw new ServiceError('queue-full', 'the export queue is full: retry later');
  }
}

/** Executes the call completely and discards its response, including refusals. */
async function applied(services: Services, serve: Serve): Promise<void> {
  try {
    const response = await serve(services);
    await response.body?.pipeTo(new WritableStream());
  } catch (error) {
    if (!(error instanceof Refusal)) services.log.warn({ err: error }, 'a call failed before its fault rule applied');
  }
}

async function delayed(response: Response, ms: number, signal: AbortSignal): Promise<Response> {
  try {
    await pause(ms, signal);
  } catch (error) {
    // An unread stream must not keep its locks.
    await response.body?.cancel();
    throw error;
  }
  return response;
}

function bareStatus(c: Context<Exchange>, effect: Extract<Effect, { type: 'status' }>): Response {
  const { status, contentType } = effect;
  c.set('code', undefined);
  const mayHaveBody = ![204, 205, 304].includes(status);
  const page = `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center></body></html>\n`;
  const body = mayHaveBody ? (effect.body ?? page) : null;
  return new Response(body, { status, headers: { 'content-type': contentType, ...effect.headers } });
}

/** Jobs that are accepted and fail at once. */
function failingJobs({ jobs, db, now }: Services, reason: string): Jobs {
  return {
    ...jobs,
    startContent: ({ key }) => failJob(db, 'content', key, reason, now()),
    startExport: ({ key }) => failJob(db, 'export', key, reason, now()),
  };
}

/** Jobs that are accepted but never started while this process runs. */
function sleepingJobs({ jobs, testing }: Services): Jobs {
  const sleep = async ({ key }: JobKey) => void testing?.asleep.add(key);
  return { ...jobs, startContent: sleep, startExport: sleep };
}
