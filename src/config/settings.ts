import { z } from 'zod';
import { serviceProfileSchema } from '../contract/profile';
import { isLoopback } from '../io/loopback';
import { encryptionSettings } from './encryption-settings';
import {
  bool,
  duration,
  durationValue,
  headerName,
  httpUrl,
  int,
  MAX_TIMER,
  optionalString,
  port,
  secretReference,
  section,
  size,
  string,
} from './fields';
import { notificationSettings } from './notification-settings';
import { reviewServerSettings } from './review-server-settings';
import { DEMO_ACCOUNT } from './secrets';
import { telemetrySettings } from './telemetry-settings';
import { versioningSettings } from './versioning-settings';
import { workflowSettings } from './workflow-settings';

/**
 * Everything that temporal.yaml may say. Each default stands here, once; the file at the root of the project repeats
 * them with an explanation, and a test holds the two together. Durations are milliseconds, sizes bytes once read.
 */

const host = string('127.0.0.1').refine((name) => /^[A-Za-z0-9.:_-]+$/.test(name), {
  error: 'must be a host name or an IP address',
});
const queue = (defaultValue: string) => z.string().min(1).max(200).default(defaultValue);

const temporal = section({
  mode: z.enum(['embedded', 'existing']).default('embedded'),
  address: string('127.0.0.1:7233').refine((address) => /^(\[[0-9A-Fa-f:]+\]|[^\s:/]+):\d{1,5}$/.test(address), {
    error: 'must be a host and a port, such as 127.0.0.1:7233',
  }),
  uiPort: port(8233),
  uiUrl: httpUrl.nullable().default(null),
  namespace: string('default'),
  serviceNamespace: string('service'),
  profile: optionalString,
  connectTimeout: duration('10s', { min: '100ms' }),
  retention: duration('7 days', { min: '1h' }),
  apiKey: secretReference.nullable().default(null),
  tls: section({
    mode: z.enum(['auto', 'always', 'never']).default('auto'),
    serverName: optionalString,
    serverCa: secretReference.nullable().default(null),
    clientCertificate: secretReference.nullable().default(null),
    clientKey: secretReference.nullable().default(null),
  }).refine((tls) => (tls.clientCertificate === null) === (tls.clientKey === null), {
    path: ['clientCertificate'],
    error: 'and temporal.tls.clientKey are needed together',
  }),
  taskQueue: queue('presentation'),
  jobsTaskQueue: queue('service-jobs'),
});

/** Client side: how the service is called. One attempt a call; retries are settings of the workflow. */
const service = section({
  baseUrl: httpUrl.nullable().default(null),
  apiKey: secretReference.prefault({ env: 'DECK_API_KEY' }),
  secretKey: secretReference.prefault({ env: 'DECK_SECRET_KEY' }),
  uid: string('local'),
  channel: z.string().default(''),
  timeouts: section({
    connect: duration('10s', { min: '1ms', max: MAX_TIMER }),
    headers: duration('30s', { min: '1ms', max: MAX_TIMER }),
    bodyIdle: duration('60s', { min: '1ms', max: MAX_TIMER }),
    total: duration('40s', { min: '1ms', max: MAX_TIMER }),
    streamTotal: duration('15m', { min: '1ms', max: MAX_TIMER }),
  }),
  retryAfterCeiling: duration('5m'),
  profile: string('default'),
});

/** A delay of the service's own, or null for that of the timing profile. */
const pacing = durationValue({ max: MAX_TIMER }).nullable().default(null);

const account = z.strictObject({ apiKey: z.string().min(1), secretKey: secretReference });

/** Every account, none, or those of these api keys. */
const whichAccounts = z
  .union([z.boolean(), z.array(z.string().min(1))], { error: 'must be true, false or a list of api keys' })
  .default(false);

/** Covers, design data and exports. The names of S3 keys count only with `kind: s3`. */
const files = section({
  kind: z.enum(['directory', 's3']).default('directory'),
  endpoint: httpUrl.nullable().default(null),
  bucket: optionalString,
  region: string('us-east-1'),
  prefix: z
    .string()
    .regex(/^([\w.-]+(\/[\w.-]+)*)?$/, 'must be folders joined by /, or empty')
    .default(''),
  accessKey: secretReference.prefault({ env: 'DECK_S3_ACCESS_KEY' }),
  secretKey: secretReference.prefault({ env: 'DECK_S3_SECRET_KEY' }),
}).superRefine(({ kind, endpoint, bucket }, context) => {
  if (kind !== 's3') return;
  const refuse = (key: string) =>
    context.addIssue({ code: 'custom', path: [key], message: `must be set while server.files.kind is s3` });
  if (endpoint === null) refuse('endpoint');
  if (bucket === null) refuse('bucket');
});

/** Where the service keeps its rows. The address of a database may hold a password, so it is a secret. */
const store = section({
  kind: z.enum(['sqlite', 'postgres']).default('sqlite'),
  url: secretReference.nullable().default(null),
}).refine(({ kind, url }) => kind === 'sqlite' || url !== null, {
  path: ['url'],
  error: 'is needed for kind postgres: where the address of the database (postgres://...) is found',
});

/** Who writes the texts of the service's decks. */
const writer = z.enum(['offline', 'openai']).default('offline');
const generation = section({
  default: writer,
  alternative: writer,
  openai: section({
    baseUrl: httpUrl.default('https://api.openai.com/v1'),
    model: optionalString,
    apiKey: secretReference.prefault({ env: 'OPENAI_API_KEY' }),
  }),
}).refine((value) => (value.default !== 'openai' && value.alternative !== 'openai') || value.openai.model !== null, {
  path: ['openai', 'model'],
  error: 'is needed: the name of the language model',
});

/** Faults, clock, journal and snapshots of the service, for whoever tests against it. */
const admin = section({
  enabled: bool(false),
  key: secretReference.prefault({ env: 'DECK_ADMIN_KEY' }),
  offLoopback: bool(false),
  journal: int(1_000, 1, 100_000),
});

/** Server side: the service of this project. */
const server = section({
  host,
  port: port(8787),
  publicUrl: httpUrl.nullable().default(null),
  clientAddressHeader: headerName,
  accounts: z.array(account).default([]),
  demoAccount: bool(true),
  signatureSkew: duration('300s', { min: '1s' }),
  tokenLifetime: duration('3 days', { min: '1s' }),
  codeLifetime: duration('1 day', { min: '1s' }),
  downloadLinkLifetime: duration('24h', { min: '1s' }),
  limits: section({
    upload: size('32 MB'),
    body: size('8 MB'),
    bodiesPerUser: size('96 MB'),
    bodies: size('512 MB'),
    exportsPerUser: int(50, 1, 10_000),
    exportTime: duration('2m', { min: '1s' }),
    requestTime: duration('60s', { min: '1s', max: MAX_TIMER }),
  }),
  timing: section({
    profile: z.enum(['instant', 'realistic']).default('instant'),
    outlineFragment: pacing,
    contentFragment: pacing,
    export: pacing,
  }),
  store,
  files,
  generation,
  enterpriseSuits: whichAccounts,
  housekeeping: duration('1h', { min: '1s' }),
  admin,
})
  .refine((value) => !value.demoAccount || isLoopback(value.host), {
    path: ['host'],
    error:
      'must be a loopback address while server.demoAccount is true, because everybody knows the demo key; ' +
      'set server.demoAccount to false and name accounts',
  })
  .superRefine(({ enterpriseSuits, accounts, demoAccount }, context) => {
    if (typeof enterpriseSuits === 'boolean') return;
    const known = [...accounts.map(({ apiKey }) => apiKey), ...(demoAccount ? [DEMO_ACCOUNT.apiKey] : [])];
    // A key with a slip in it would leave its account without suits, and nobody would know why.
    enterpriseSuits.forEach((apiKey, at) => {
      if (known.includes(apiKey)) return;
      const message = `must be the api key of an account under server.accounts, not ${JSON.stringify(apiKey)}`;
      context.addIssue({ code: 'custom', path: ['enterpriseSuits', at], message });
    });
  });

const worker = section({
  concurrency: section({
    workflowTasks: int(8, 2, 1000),
    api: int(20, 1, 1000),
    stream: int(10, 1, 1000),
    jobs: int(100, 1, 1000),
    contentJobs: int(10, 1, 1000),
  }),
  maxCachedWorkflows: int(300, 2, 100_000),
  stickyQueueScheduleToStartTimeout: duration('3s', { min: '100ms' }),
  shutdownGraceTime: duration('15s'),
  shutdownForceTime: duration('45s'),
  apiCallsPerSecond: z.number().positive().nullable().default(null),
  versioning: versioningSettings,
});

export const settingsSchema = section({
  temporal,
  data: section({ directory: string('.deck') }),
  output: section({ directory: string('out') }),
  service,
  server,
  /** What the file of `service.profile` says, and on top of it what temporal.yaml says under this name. */
  profile: serviceProfileSchema,
  workflow: workflowSettings,
  worker,
  documents: section({
    directory: string('documents'),
    inbox: string('.'),
    maxSize: size('32 MB'),
  }),
  download: section({
    maxSize: size('512 MB'),
    privateAddresses: z.enum(['loopback-service', 'allow', 'refuse']).default('loopback-service'),
  }),
  reviewServer: reviewServerSettings,
  notifications: notificationSettings,
  encryption: encryptionSettings,
  telemetry: telemetrySettings,
  log: section({ level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info') }),
}).superRefine(checkTogether);

/** What no setting can say of itself. */
function checkTogether(settings: z.output<typeof settingsSchema>, context: z.RefinementCtx): void {
  const refuse = (key: string, message: string) => context.addIssue({ code: 'custom', path: key.split('.'), message });
  const { service, worker, workflow } = settings;
  const farAway = service.baseUrl !== null && !isLoopback(new URL(service.baseUrl).hostname);
  if (farAway && workflow.polling.floor < 1000)
    refuse('workflow.polling.floor', 'must be 1s or more for a service that is not on this machine');
  if (workflow.polling.cap < workflow.polling.floor)
    refuse('workflow.polling.cap', 'must not be below workflow.polling.floor');
  if (workflow.claimCheckAbove > workflow.payloadLimit)
    refuse('workflow.claimCheckAbove', 'must not be above workflow.payloadLimit');
  // Otherwise Temporal gives an attempt up before the client has said what went wrong with it.
  if (workflow.timeouts.call <= service.timeouts.total)
    refuse('workflow.timeouts.call', 'must be longer than service.timeouts.total');
  if (workflow.timeouts.stream <= service.timeouts.streamTotal)
    refuse('workflow.timeouts.stream', 'must be longer than service.timeouts.streamTotal');
  if (worker.shutdownForceTime <= worker.shutdownGraceTime)
    refuse('worker.shutdownForceTime', 'must be longer than worker.shutdownGraceTime');
}

/** The settings as the program uses them: durations in milliseconds, sizes in bytes, secrets only by reference. */
export type Settings = z.output<typeof settingsSchema>;
