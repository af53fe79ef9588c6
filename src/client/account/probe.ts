import { counted } from '../../base/text/counted';
import { cut } from '../../base/text/cut';
import { elapsed } from '../../base/text/elapsed';
import { listed } from '../../base/text/listed';
import type { Settings } from '../../config';
import { classifyCode, type FailureKind, failureKinds, type ServiceProfile } from '../../contract/profile';
import { namedOptions } from '../../core/names';
import { overlay } from '../../core/overlay';
import {
  type CallContext,
  ClientError,
  type ClientErrorData,
  createMemoryTokenStore,
  type ServiceClient,
  type ServiceClientOptions,
} from '..';
import { serviceClient } from './service-client';

/** What was found out about one thing. `missing`: decks cannot work until it is fixed. */
export interface Finding {
  name: string;
  state: 'ok' | 'note' | 'missing';
  message: string;
  remedy?: string;
}

/** The lines of a compatibility profile, as nested records. */
export type ProfileLines = Record<string, unknown>;

/** A probe that is running. */
export interface Probe {
  readonly settings: Settings;
  readonly client: ServiceClient;
  readonly user: CallContext;
  found(name: string, state: Finding['state'], message: string, remedy?: string): void;
  /** Adds to the lines that the profile needs. */
  suggest(lines: ProfileLines): void;
}

interface ProbeOptions {
  settings: Settings;
  user: CallContext;
  env?: NodeJS.ProcessEnv;
  /** Called for each finding when it is made. */
  onFinding(finding: Finding): void;
  /** Further work with the same client, if the service has answered. */
  more?: ((probe: Probe) => Promise<void>) | undefined;
}

/** No resource has it. */
const NO_ID = 999_999_999;
const NO_KEY = 'deck-probe';

/**
 * Finds out how a generation service behaves where the specification is silent, with free calls that change nothing.
 * @returns the lines by which its profile differs from that of the settings
 */
export async function probeService({ settings, user, env, onFinding, more }: ProbeOptions): Promise<ProfileLines> {
  let lines: ProfileLines = {};
  const open = (other: Partial<ServiceClientOptions> = {}) =>
    serviceClient(settings, env, { tokenStore: createMemoryTokenStore(), ...other });
  const client = open();
  const probe: Probe = {
    settings,
    client,
    user,
    found: (name, state, message, remedy) => onFinding({ name, state, message, ...(remedy && { remedy }) }),
    suggest(more) {
      lines = overlay(lines, more) as ProfileLines;
    },
  };
  try {
    if (!(await token(probe))) return lines;
    await lists(probe);
    await refusals(probe, open);
    await more?.(probe);
    return lines;
  } finally {
    await client.close();
  }
}

/** Returns whether the service grants tokens. */
async function token({ client, user, found }: Probe): Promise<boolean> {
  const { uid, channel } = user;
  try {
    const { time_expire: ends } = await client.call('grantToken', { uid, channel }, user);
    const { expiresAt } = await client.ensureToken(user);
    const form = ends > 1e9 ? 'a point in time' : ends > 0 ? 'seconds from now' : 'not told';
    found(
      'token',
      'ok',
      `granted for ${elapsed(Math.round((expiresAt - Date.now()) / 1000) * 1000)} (time_expire: ${form})`,
    );
    return true;
  } catch (error) {
    const { message, data } = clientError(error);
    const isReached = data.kind !== 'unreachable' && data.kind !== 'timeout';
    const keys = 'check service.apiKey, service.secretKey and the clock of this host';
    found('token', 'missing', reason(message), isReached ? keys : 'check service.baseUrl');
    return false;
  }
}

/** The lists that decks use. */
async function lists(probe: Probe): Promise<void> {
  const { client, user, settings } = probe;
  const { names } = settings.profile;
  await reads(probe, 'advanced options', async () => {
    const groups = namedOptions(await client.call('listAdvancedOptions', {}, user), names);
    const known = groups.map(({ key, options }) => `${key || 'no key'} (${options.length})`);
    return groups.length === 0 ? 'none' : listed(known, 'and');
  });
  await reads(probe, 'template filters', async () => {
    const { colour, suit_style, suit_scene } = await client.call('listSuitFilters', {}, user);
    return `${counted(colour.length, 'color')}, ${counted(suit_style.length, 'style')}, ${counted(suit_scene.length, 'scene')}`;
  });
  await reads(probe, 'templates', async () => {
    const { list, pagination } = await client.call('searchSuits', { page: 1, page_size: 1 }, user);
    const pages = list.length > 1 ? `; a page has at least ${list.length}, whatever size is requested` : '';
    return `${counted(Math.max(pagination.total, list.length), 'template')}${pages}`;
  });
  await enterprise(probe);
  await reads(probe, 'preset topics', async () => {
    const { list, pagination } = await client.call('listPresetTopics', { page: 1, page_size: 1 }, user);
    return counted(Math.max(pagination.total, list.length), 'topic');
  });
  await designs(probe);
}

/** A list that cannot be read does not keep the others from being looked at. */
async function reads({ found }: Probe, name: string, read: () => Promise<string>): Promise<void> {
  try {
    found(name, 'ok', await read());
  } catch (error) {
    found(name, 'note', `cannot be listed: ${reason(clientError(error).message)}`);
  }
}

async function enterprise(probe: Probe): Promise<void> {
  const { client, user, found } = probe;
  const name = 'templates of the account';
  try {
    const { list, pagination } = await client.call('listEnterpriseSuits', { page: 1, page_size: 1 }, user);
    found(name, 'ok', counted(Math.max(pagination.total, list.length), 'template'));
  } catch (error) {
    refused(probe, [{ name, kind: 'enterprise-templates-off', error: clientError(error).data }]);
  }
}

/** Which `order` lists the newest design first: a design whose saving was not answered is looked for there. */
async function designs(probe: Probe): Promise<void> {
  const { client, user, settings, suggest } = probe;
  const { newestCreated, lastModified } = settings.profile.designOrder;
  await reads(probe, 'designs', async () => {
    const times = async (order: number) => {
      const { list, pagination } = await client.call('listDesigns', { page: 1, page_size: 20, order }, user);
      return { times: list.map(({ created_at }) => created_at).filter(Boolean), total: pagination.total };
    };
    const first = await times(newestCreated);
    const count = counted(Math.max(first.total, first.times.length), 'design');
    const [some = '', other = some] = [first.times[0], first.times.find((time) => time !== first.times[0])];
    if (some === other) return `${count}; too few to see their order`;
    if (isFalling(first.times)) return `${count}, the newest first with order ${newestCreated}`;
    const second = await times(lastModified);
    if (!isFalling(second.times)) return `${count}, in an order that is neither of the two known ones`;
    suggest({ designOrder: { newestCreated: lastModified, lastModified: newestCreated } });
    return `${count}, the newest first with order ${lastModified}`;
  });
}

const isFalling = (times: readonly string[]) => times.every((time, at) => at === 0 || time <= times[at - 1]!);

interface Refusal {
  name: string;
  kind: FailureKind;
  /** Undefined: not refused. */
  error: ClientErrorData | undefined;
}

/** With which codes the service refuses what it cannot serve. */
async function refusals(probe: Probe, open: (other: Partial<ServiceClientOptions>) => ServiceClient): Promise<void> {
  const { client, user } = probe;
  const errorOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error) => clientError(error).data,
    );
  /** The first refusal of a client of its own, which may recover from it. */
  const firstError = async (other: Partial<ServiceClientOptions>, use: (client: ServiceClient) => Promise<unknown>) => {
    const errors: ClientErrorData[] = [];
    const observer = {
      begin: () => ({
        headers: {},
        end: ({ error }: { error?: ClientErrorData }) => void (error && errors.push(error)),
      }),
    };
    const own = open({ observer, ...other });
    await use(own).catch(() => undefined);
    await own.close();
    return errors[0];
  };
  const { uid, channel } = user;
  const list = (own: ServiceClient) => own.call('listDesigns', { page: 1, page_size: 1 }, user);
  const held = { token: NO_KEY, grantedAt: Date.now(), expiresAt: Date.now() + 3_600_000 };
  const store = { get: async () => held, set: async () => undefined, delete: async () => undefined };
  const unknown = await firstError({ tokenStore: store }, list);
  refused(probe, [
    { name: 'a wrong token', kind: 'authentication', error: unknown },
    {
      name: 'a wrong signature',
      kind: 'signature',
      error: await firstError({ secretKey: NO_KEY }, (own) => own.call('grantToken', { uid, channel }, user)),
    },
    {
      name: 'an unknown design',
      kind: 'not-found',
      error: await errorOf(client.call('readDesign', { user_design_id: NO_ID }, user)),
    },
    {
      name: 'an unknown content job',
      kind: 'not-found',
      error: await errorOf(client.call('checkContent', { ticket: NO_KEY }, user)),
    },
    {
      name: 'an unknown export',
      kind: 'export-missing',
      error: await errorOf(client.call('readExportResult', { task_key: NO_KEY }, user)),
    },
  ]);
  const earlier = await firstError({}, async (own) => {
    await own.ensureToken(user);
    await client.call('grantToken', { uid, channel }, user);
    return list(own);
  });
  if (earlier !== undefined && earlier.kind === unknown?.kind && earlier.code === unknown.code)
    probe.found(
      'a second token',
      'note',
      'ends the first one, so workers on different hosts end the tokens of each other; calls are repeated for free',
      'workers with one data.directory share tokens',
    );
}

/** What refusals say, and the lines of the profile that they need. A code with several meanings has none. */
function refused({ settings, found, suggest }: Probe, refusals: readonly Refusal[]): void {
  const { profile } = settings;
  for (const { name, kind, error } of refusals) {
    const { code } = error ?? {};
    const others = refusals.filter((other) => code !== undefined && other.error?.code === code && other.kind !== kind);
    const { meaning, lists } = meaningOf(profile, kind, code, others.length > 0);
    const said = error === undefined ? 'is not refused' : refusalText(error);
    const isClear = error === undefined ? false : code === undefined ? isUnderstood(error) : meaning === undefined;
    found(name, isClear ? 'ok' : 'note', meaning === undefined ? said : `${said}, ${meaning}`);
    if (!lists) continue;
    const same = refusals.filter((other) => other.kind === kind && other.error?.code !== undefined);
    const codes = new Set([...same.map(({ error }) => error!.code!), ...profile.failures[kind].codes]);
    suggest({ failures: { [kind]: { codes: [...codes] } } });
  }
}

/** The remark about a code, and whether the profile should list it. */
function meaningOf(
  profile: ServiceProfile,
  kind: FailureKind,
  code: number | undefined,
  isAmbiguous: boolean,
): { meaning?: string; lists?: true } {
  if (code === undefined) return {};
  const { kind: known } = classifyCode(profile, code);
  if (known === kind || (kind === 'authentication' && known === 'token-expired')) return {};
  if (isAmbiguous) return { meaning: 'as for other reasons, so the profile cannot name it' };
  const isTaken = known !== 'unknown' && failureKinds.indexOf(known) < failureKinds.indexOf(kind);
  if (isTaken) return { meaning: `which the profile lists as ${known}` };
  return { meaning: `which profile.failures.${kind} should list`, lists: true };
}

const isUnderstood = ({ kind, httpStatus }: ClientErrorData) =>
  kind === 'authentication' || kind === 'signature' || httpStatus === 404;

function refusalText({ code, msg, httpStatus, kind }: ClientErrorData): string {
  const http = httpStatus !== undefined && httpStatus >= 300 ? `HTTP ${httpStatus}` : undefined;
  if (code === undefined) return `refused with ${http ?? `a failure of the kind ${kind}`}`;
  return `refused with code ${code}${msg ? ` (${cut(msg, 80)})` : ''}${http ? ` and ${http}` : ''}`;
}

export function clientError(error: unknown): ClientError {
  if (error instanceof ClientError) return error;
  throw error;
}

/** The message without the name of the endpoint. */
export const reason = (message: string): string => message.replace(/^\w+: /, '');
