import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Settings } from '../../config';
import { settingsForRunningStack } from '../../config/running-stack';
import { type RunRecord, readRun } from '../../stack/run-file';
import { say } from '../terminal/terminal';

/** Options that every command takes, before or behind its name. */
export interface CommonOptions {
  config?: string;
  data?: string;
  json?: boolean;
}

/** What a command works with: the settings in effect, and the stack that runs in the data directory. */
export interface Invocation {
  settings: Settings;
  /** Settings as configured, without the addresses of a running stack. */
  configured: Settings;
  run: RunRecord | undefined;
  json: boolean;
}

/** The options of a command and of the program above it together. */
export function optionsOf<Options extends CommonOptions>(command: Command): Options {
  return command.optsWithGlobals() as Options;
}

export async function openInvocation(options: CommonOptions): Promise<Invocation> {
  const configured = await readSettings(options);
  const run = readRun(configured.data.directory);
  return { settings: settingsForRunningStack(configured, run), configured, run, json: options.json ?? false };
}

/** As {@link openInvocation}, for commands that talk to decks: one that is just starting is waited for. */
export async function openConnected(options: CommonOptions): Promise<Invocation> {
  const deadline = Date.now() + STARTING_PATIENCE_MS;
  for (;;) {
    const invocation = await openInvocation(options);
    if (invocation.run?.state !== 'starting' || Date.now() > deadline) return invocation;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Seconds are normal; where the Temporal server is built first, a later call is the better answer. */
const STARTING_PATIENCE_MS = 20_000;

const warned = new Set<string>();

/** Settings are read more than once while a stack starts. */
function warnOnce(sentence: string | undefined): void {
  if (sentence === undefined || warned.has(sentence)) return;
  warned.add(sentence);
  say(sentence);
}

/** The settings of `--config`, with `--data` laid on top. */
export async function readSettings({ config, data }: CommonOptions): Promise<Settings> {
  const { loadSettings, unnamedFileWarning } = await import('../../config/index.js');
  const named = config === undefined ? {} : { file: config };
  const settings = loadSettings({ ...named, warn: warnOnce });
  warnOnce(unnamedFileWarning(settings, named));
  if (data === undefined) return settings;
  const directory = resolve(data);
  const documents = relative(settings.data.directory, settings.documents.directory);
  return {
    ...settings,
    data: { directory },
    documents: { ...settings.documents, directory: resolve(directory, documents) },
  };
}
