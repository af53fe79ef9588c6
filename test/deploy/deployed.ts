import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { parseAllDocuments, parseDocument } from 'yaml';
import { packageRoot } from '../../src/base/io/package-root';
import { createProgram } from '../../src/cli/program';
import { loadSettings, readSecret, type Settings, serviceCredentials } from '../../src/config';
import { s3Options } from '../../src/config/s3-settings';
import { documentStore } from '../../src/decks/documents/open-documents';
import { linkKey } from '../../src/decks/links/review-links';
import { readAccounts } from '../../src/service/http/accounts';
import { storeAddress } from '../../src/service/store/address';

export const deployFile = (name: string) => join(packageRoot, 'deploy', name);
export const textOf = (name: string) => readFileSync(deployFile(name), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: files of other tools, read for what they say
export type Tree = any;

/** The documents of a YAML file; what it cannot be read as fails the test. */
export function documents(name: string): Tree[] {
  return parseAllDocuments(textOf(name), { merge: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS();
  });
}

export function yamlOf(name: string): Tree {
  const document = parseDocument(textOf(name), { merge: true });
  if (document.errors[0]) throw document.errors[0];
  return document.toJS();
}

/** Files that are named and not there, as paths from `deploy/`. */
export function missing(paths: string[]): string[] {
  return paths.filter((path) => !existsSync(deployFile(path)));
}

/** External label of Prometheus with the URL of `docs/`, from which alerts take the address of the runbook. */
export const DOCS_LABEL = 'deck_docs';
export const runbookOf = (alert: string) =>
  `{{ or $externalLabels.${DOCS_LABEL} "docs" }}/operations.md#${alert.toLowerCase()}`;

/**
 * What commander has to say against a command line of `deck`: an unknown command, an option that it does not take, or more
 * words than it has arguments for.
 */
export function faultsOfCommand([name = '', ...args]: string[]): string[] {
  let command = createProgram('0').commands.find((each) => each.name() === name);
  if (command === undefined) return [`deck has no command ${name}`];
  let words = args;
  for (;;) {
    const below: Command | undefined = command.commands.find((each) => each.name() === words[0]);
    if (below === undefined) break;
    command = below;
    words = words.slice(1);
  }
  const { operands, unknown } = command.parseOptions(words);
  const surplus = operands.slice(command.registeredArguments.length);
  return [...surplus, ...unknown].map((word) => `deck ${name} does not take ${word}`);
}

/**
 * The settings of a file as a process has them that finds these secrets where the file says, and no others.
 * @param mountedAt the folder of the secrets in the container
 */
export function settingsWithSecrets(
  name: string,
  mountedAt: string,
  secrets: Record<string, string>,
  { env = {}, edit = (text) => text }: { env?: NodeJS.ProcessEnv; edit?: (text: string) => string } = {},
): Settings {
  const folder = mkdtempSync(join(tmpdir(), 'deck-deploy-'));
  const held = join(folder, 'secrets');
  mkdirSync(held);
  for (const [secret, text] of Object.entries(secrets)) writeFileSync(join(held, secret), text);
  const file = join(folder, 'temporal.yaml');
  writeFileSync(file, edit(textOf(name)).replaceAll(`${mountedAt}/`, `${held}/`));
  return loadSettings({ file, env });
}

/** Reads every secret that a process needs before it is ready; throws for one that it cannot have. */
export const needs: Record<string, (settings: Settings, env: NodeJS.ProcessEnv) => void> = {
  service: ({ server, data }, env) => {
    readAccounts(server, server.host, env);
    if (server.files.kind === 's3') s3Options('server.files', server.files, env);
    storeAddress(server.store, data.directory, env);
  },
  worker: (settings, env) => {
    documentStore(settings, { env });
    serviceCredentials(settings, env);
    linkKey(settings, env);
  },
  'review-server': (settings, env) => {
    documentStore(settings, { env });
    linkKey(settings, env);
    serviceCredentials(settings, env);
    readSecret(settings.reviewServer.operatorToken, 'reviewServer.operatorToken', env);
  },
  'codec-server': ({ encryption }, env) => {
    readSecret(encryption.codecServer.token, 'encryption.codecServer.token', env);
  },
};

/** The accounts of the service's settings know the key pair that the workers come with. */
export function isKnownToService(settings: Settings, env: NodeJS.ProcessEnv): boolean {
  const { apiKey, secretKey } = serviceCredentials(settings, env);
  return readAccounts(settings.server, settings.server.host, env).get(apiKey)?.[0] === secretKey;
}

export const portOf = (address: string | null) => Number(address?.slice(address.lastIndexOf(':') + 1));

/** Ports that the processes listen on, by what they are for. */
export const portsOf = ({ server, reviewServer, encryption, telemetry }: Settings) => ({
  service: server.port,
  'review-server': reviewServer.port,
  'codec-server': encryption.codecServer.port,
  health: portOf(telemetry.health.address),
  metrics: portOf(telemetry.metrics.address),
});
