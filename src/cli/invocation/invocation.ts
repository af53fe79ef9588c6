import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadSettings, type Settings, settingsForRunningStack, unnamedFileWarning } from '../../config';
import { type RunRecord, readRun } from '../../worker/stack/run-file';
import { say } from '../terminal/terminal';

/** Options of every command, before or after its name. */
export interface CommonOptions {
  config?: string;
  data?: string;
  json?: boolean;
}

/** The settings in effect and the stack that runs in the data directory. */
export interface Invocation {
  settings: Settings;
  /** The settings without the addresses of a running stack. */
  configured: Settings;
  run: RunRecord | undefined;
  json: boolean;
}

/** The options of a command and of its parents. */
export function optionsOf<Options extends CommonOptions>(command: Command): Options {
  return command.optsWithGlobals() as Options;
}

export async function openInvocation(options: CommonOptions): Promise<Invocation> {
  const configured = await readSettings(options);
  const run = readRun(configured.data.directory);
  return { settings: settingsForRunningStack(configured, run), configured, run, json: options.json ?? false };
}

/** Like {@link openInvocation}, but waits for a stack that is starting. */
export async function openConnected(options: CommonOptions): Promise<Invocation> {
  const deadline = Date.now() + STACK_START_TIMEOUT_MS;
  for (;;) {
    const invocation = await openInvocation(options);
    if (invocation.run?.state !== 'starting' || Date.now() > deadline) return invocation;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A stack starts within seconds, in a small container within a minute, unless it has to build the Temporal server first. */
const STACK_START_TIMEOUT_MS = 180_000;

const warned = new Set<string>();

/** The settings are read repeatedly while a stack starts. */
function warnOnce(warning: string | undefined): void {
  if (warning === undefined || warned.has(warning)) return;
  warned.add(warning);
  say(warning);
}

/** The settings from `--config`, overridden by `--data`. */
export async function readSettings({ config, data }: CommonOptions): Promise<Settings> {
  const named = config === undefined ? {} : { file: config };
  const settings = loadSettings(named);
  warnOnce(unnamedFileWarning(settings, named));
  if (data === undefined) return settings;
  return { ...settings, data: { ...settings.data, directory: resolve(data) } };
}
