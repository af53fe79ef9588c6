import { z } from 'zod';
import { isLoopback } from '../base/io/loopback';
import { serviceProfileSchema } from '../contract/profile';
import { formatDuration } from './duration';
import { encryptionSettings } from './encryption-settings';
import {
  bool,
  duration,
  durationValue,
  httpUrl,
  int,
  internal,
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
import { fileSettings, s3Bucket } from './s3-settings';
import { DEMO_ACCOUNT } from './secrets';
import { telemetrySettings } from './telemetry-settings';
import { versioningSettings } from './versioning-settings';
import { workflowSettings } from './workflow-settings';

/**
 * The schema of temporal.yaml and the source of every default. The file at the root of the project documents the settings,
 * and a test compares both. Parsed durations are milliseconds, sizes are bytes.
 */

const host = string('127.0.0.1').refine((name) => /^[A-Za-z0-9.:_-]+$/.test(name), {
  error: 'must be a host name or an IP address',
});
const queue = (defaultValue: string) => z.string().min(1).max(200).default(defaultValue);

const temporal = section({
  mode: z.enum(['embedded', 'existing']).default('embedded'),
  address: string('127.0.0.1:7233').refine((address) => /^(\[[0-9A-Fa-f:]+\]|[^\s:/]+):\d{1,5}$/.test(address), {
    error: 'must be host:port, such as 127.0.0.1:7233',
  }),
  uiPort: port(8233),
  uiUrl: httpUrl.nullable().default(null),
  namespace: string('default'),
  serviceNamespace: string('service'),
  profile: optionalString,
  connectTimeout: internal(duration('10s', { min: '100ms' })),
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
    error: 'and temporal.tls.clientKey must be set together',
  }),
  taskQueue: queue('presentation'),
  /** Of the embedded service's jobs, in `serviceNamespace`. */
  jobsTaskQueue: internal(queue('service-jobs')),
});

/** Client side. Each call is one attempt, because the workflow retries. */
const service = section({
  baseUrl: httpUrl.nullable().default(null),
  keepsImages: z.boolean().nullable().default(null),
  apiKey: secretReference.prefault({ env: 'DECK_API_KEY' }),
  secretKey: secretReference.prefault({ env: 'DECK_SECRET_KEY' }),
  uid: string('local'),
  channel: z.string().default(''),
  timeouts: internal(
    section({
      connect: duration('10s', { min: '1ms', max: MAX_TIMER }),
      /** From sending a request until the response headers arrive. */
      headers: duration('30s', { min: '1ms', max: MAX_TIMER }),
      /** Between two parts of a response or an event stream. */
      bodyIdle: duration('60s', { min: '1ms', max: MAX_TIMER }),
      total: duration('40s', { min: '1ms', max: MAX_TIMER }),
      streamTotal: duration('15m', { min: '1ms', max: MAX_TIMER }),
    }),
  ),
  /** Longest `Retry-After` to honor. */
  retryAfterCeiling: internal(duration('5m')),
  profile: string('default'),
});

/** A delay of the embedded service; null for that of its timing profile. */
const pacing = durationValue({ max: MAX_TIMER }).nullable().default(null);

const account = z.strictObject({
  apiKey: z.string().min(1),
  secretKey: secretReference,
  formerSecretKey: secretReference.optional(),
});

const whichAccounts = z
  .union([z.boolean(), z.array(z.string().min(1))], { error: 'must be true, false or a list of API keys' })
  .default(false);

/** The database URL is a secret because it may contain a password. */
const store = section({
  kind: z.enum(['sqlite', 'postgres']).default('sqlite'),
  url: secretReference.nullable().default(null),
}).refine(({ kind, url }) => kind === 'sqlite' || url !== null, {
  path: ['url'],
  error:
    'is required for postgres: the source of the database URL (postgres://...), as { env: NAME } or { file: PATH }',
});

const generation = section({
  default: z.enum(['auto', 'offline', 'openai']).default('auto'),
  alternative: z.enum(['offline', 'openai']).default('offline'),
  openai: section({
    baseUrl: httpUrl.default('https://api.openai.com/v1'),
    model: optionalString,
    apiKey: secretReference.prefault({ env: 'OPENAI_API_KEY' }),
  }),
  /** Of the language model. Budgets are for one day (UTC); tokens count if the provider reports them. */
  budget: section({
    callsAtOnce: internal(int(20, 1, 1_000)),
    callsAtOncePerUser: internal(int(2, 1, 1_000)),
    callsPerUser: int(2_000, 1, 1_000_000_000),
    callsPerAccount: int(20_000, 1, 1_000_000_000),
    tokensPerUser: internal(int(20_000_000, 1, 1_000_000_000_000)),
    tokensPerAccount: internal(int(200_000_000, 1, 1_000_000_000_000)),
  }),
}).refine((value) => (value.default !== 'openai' && value.alternative !== 'openai') || value.openai.model !== null, {
  path: ['openai', 'model'],
  error: 'is required: the name of the language model',
});

/** The embedded service. */
const server = section({
  host,
  port: port(8787),
  publicUrl: httpUrl.nullable().default(null),
  accounts: z.array(account).default([]),
  demoAccount: bool(true),
  signatureSkew: duration('300s', { min: '1s' }),
  tokenLifetime: internal(duration('3 days', { min: '1s' })),
  /** Of codes, which are granted instead of a token. */
  codeLifetime: internal(duration('1 day', { min: '1s' })),
  /** Of links to exported files. */
  downloadLinkLifetime: internal(duration('24h', { min: '1s' })),
  limits: section({
    upload: size('32 MB'),
    /** One request without a file. */
    body: internal(size('8 MB')),
    /** All requests that are received or processed at the same time, and the texts of open streams. */
    bodiesPerUser: internal(size('96 MB')),
    bodiesPerAccount: internal(size('160 MB')),
    bodies: internal(size('256 MB')),
    jobsPerUser: int(50, 1, 10_000),
    jobsPerAccount: internal(int(500, 1, 100_000)),
    storagePerUser: size('2 GB'),
    storagePerAccount: size('50 GB'),
    /** Free space on the disk below which nothing is stored. */
    freeSpace: internal(size('256 MB')),
    /**
     * Processor time for one export. A job that exceeds it fails and is not retried. If a busy machine does not finish
     * the export within 5 times as long and 5 minutes, the job is retried.
     */
    exportTime: internal(duration('2m', { min: '100ms' })),
    /** For receiving a request with its file: 32 MB in 60 s are 4.5 Mbit/s. It does not limit responses. */
    requestTime: internal(duration('60s', { min: '1s', max: MAX_TIMER })),
  }),
  timing: section({
    profile: z.enum(['instant', 'realistic']).default('instant'),
    outlineFragment: internal(pacing),
    contentFragment: internal(pacing),
    export: internal(pacing),
  }),
  store,
  files: fileSettings,
  generation,
  enterpriseSuits: whichAccounts,
  /** Whether an existing template replaces an unknown system template, for example of another service. */
  substituteSuits: internal(bool(true)),
  /** Whether renderer and importer are loaded before the service is ready. */
  warmUp: internal(bool(true)),
  /** How long things are kept that nothing needs any more. */
  retention: section({
    /** And content jobs. */
    exports: duration('7 days', { min: '1s' }),
    /** And images, removed templates and users. */
    tasks: duration('90 days', { min: '1s' }),
  }),
  /** How often the housekeeping removes them, and expired designs in the trash. */
  housekeeping: internal(duration('1h', { min: '1s' })),
})
  .refine((value) => !value.demoAccount || isLoopback(value.host), {
    path: ['host'],
    error:
      'must be a loopback address while server.demoAccount is true, because the demo key is public; ' +
      'set server.demoAccount to false and add server.accounts',
  })
  .superRefine(({ enterpriseSuits, accounts, demoAccount }, context) => {
    if (typeof enterpriseSuits === 'boolean') return;
    const known = [...accounts.map(({ apiKey }) => apiKey), ...(demoAccount ? [DEMO_ACCOUNT.apiKey] : [])];
    // Without this check, a typo in a key would silently hide the account's templates.
    enterpriseSuits.forEach((apiKey, at) => {
      if (known.includes(apiKey)) return;
      const message = `must be the API key of an account in server.accounts, not ${JSON.stringify(apiKey)}`;
      context.addIssue({ code: 'custom', path: ['enterpriseSuits', at], message });
    });
  });

const worker = section({
  concurrency: section({
    workflowTasks: int(8, 2, 1000),
    api: int(20, 1, 1000),
    stream: int(10, 1, 1000),
    /** Exports of the embedded service, two of which are rendered at a time; and its content jobs. */
    jobs: internal(int(100, 1, 1000)),
    contentJobs: internal(int(10, 1, 1000)),
  }),
  /** About 0.5 MB each. Other decks are replayed from their history when needed. */
  maxCachedWorkflows: internal(int(300, 2, 100_000)),
  /**
   * How long a workflow task waits for the worker that has the deck in its cache. Lower values speed up recovery from a
   * crash; below 3 s, bursts of load suffer.
   */
  stickyQueueScheduleToStartTimeout: internal(duration('3s', { min: '100ms' })),
  shutdownGraceTime: duration('15s'),
  /** From the end of the grace time until the process exits without the worker. */
  shutdownReserve: internal(duration('15s')),
  apiCallsPerSecond: z.number().positive().nullable().default(null),
  versioning: versioningSettings,
});

export const settingsSchema = section({
  temporal,
  data: section({
    directory: string('.deck'),
    /** Signs the audit log; without it, a key is generated in the directory. */
    auditKey: secretReference.nullable().default(null),
    /** How long files of the audit log are kept. */
    auditRetention: duration('400 days', { min: '1s' }),
    /** How long workers keep what no deck needs any more. */
    retention: section({
      /** Texts and source files. */
      documents: duration('90 days', { min: '1s' }),
      /** Delivered decks, what their ledgers say, and batch reports. */
      output: duration('400 days', { min: '1s' }),
    }),
  }),
  output: section({ directory: string('out') }),
  service,
  server,
  /** The compatibility profile from the file of `service.profile`, overridden by this section of temporal.yaml. */
  profile: serviceProfileSchema,
  workflow: workflowSettings,
  worker,
  documents: section({
    s3: s3Bucket.nullable().default(null),
    inbox: string('.'),
  }),
  download: section({
    /** Largest file to download. */
    maxSize: internal(size('512 MB')),
    privateAddresses: z.enum(['loopback-service', 'allow', 'refuse']).default('loopback-service'),
  }),
  reviewServer: reviewServerSettings,
  notifications: notificationSettings,
  encryption: encryptionSettings,
  telemetry: telemetrySettings,
  log: section({ level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info') }),
}).superRefine(checkTogether);

/** Constraints between settings of different sections. */
function checkTogether(settings: z.output<typeof settingsSchema>, context: z.RefinementCtx): void {
  const refuse = (key: string, message: string) => context.addIssue({ code: 'custom', path: key.split('.'), message });
  const { service, workflow, reviewServer } = settings;
  // An invalid URL has a problem of its own.
  const { hostname } = URL.parse(service.baseUrl ?? '') ?? {};
  const isRemote = hostname !== undefined && !isLoopback(hostname);
  if (isRemote && workflow.polling.floor < 1000)
    refuse('workflow.polling.floor', 'must be 1s or more for a service on another host');
  if (workflow.polling.cap < workflow.polling.floor)
    refuse('workflow.polling.cap', `must be ${formatDuration(workflow.polling.floor)} or more`);
  if (workflow.claimCheckAbove > workflow.payloadLimit)
    refuse('workflow.claimCheckAbove', 'must not be more than workflow.payloadLimit');
  for (const [group, members] of Object.entries(workflow.reviewerGroups)) {
    if (members.length > 0 || reviewServer.login.issuer !== null) continue;
    refuse(
      `workflow.reviewerGroups.${group}`,
      'must name at least one person, because reviewServer.login has no issuer whose group it could be',
    );
  }
  // Otherwise Temporal ends the attempt before the client reports the reason.
  if (workflow.timeouts.call <= service.timeouts.total)
    refuse('workflow.timeouts.call', 'must be longer than service.timeouts.total');
  if (workflow.timeouts.stream <= service.timeouts.streamTotal)
    refuse('workflow.timeouts.stream', 'must be longer than service.timeouts.streamTotal');
}

/** Parsed settings: durations in milliseconds, sizes in bytes, secrets as references. */
export type Settings = z.output<typeof settingsSchema>;
