import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { accepts } from '../../src/temporal/ports';
import type { Balancer } from './balancer';
import { today } from './builds';
import { Child } from './child';
import {
  bucketName,
  type DeckAddresses,
  deckEnvironment,
  type Sections,
  storeKeys,
  writeDeckConfig,
} from './deck-config';
import { type TemporalClusterConfig, type TemporalNode, type TemporalRole, writeNodeConfig } from './temporal-nodes';

/** What can be killed and started again, besides PostgreSQL. */
export type PartRole = TemporalRole | 'object store' | 'deck service' | 'deck worker';

export interface Part {
  role: PartRole;
  spawn(): Promise<Child>;
  /** Resolves when a spawned process does its work. */
  ready(child: Child): Promise<void>;
  child?: Child;
  /** Between it and Temporal, where it has a connection of its own. */
  line?: Balancer;
  /** Of a deck worker. */
  build?: string;
}

export function temporalNode(
  program: string,
  folder: string,
  node: TemporalNode,
  cluster: Omit<TemporalClusterConfig, 'dynamicConfig'>,
): Part {
  const dynamicConfig = join(folder, 'dynamic-config.yaml');
  const args = writeNodeConfig(folder, node, { ...cluster, dynamicConfig });
  copyFileSync(join(packageRoot, 'deploy', 'temporal', 'dynamic-config.yaml'), dynamicConfig);
  const env = { PATH: process.env.PATH };
  return {
    role: node.role,
    spawn: () => Child.start({ program, args, env, cwd: folder, log: join(folder, 'log') }),
    // The workers of Temporal itself serve no calls.
    ready: (child) =>
      child.until('ready', () => requireOpen(node.role === 'worker' ? node.membershipPort : node.grpcPort)),
  };
}

export function objectStore(program: string, folder: string, port: number): Part {
  for (const part of ['meta', join('data', bucketName)]) mkdirSync(join(folder, part), { recursive: true });
  // Attributes of objects are kept in files, because not every file system of a container has extended attributes.
  const backend = ['posix', '--sidecar', join(folder, 'meta'), join(folder, 'data')];
  const args = ['--port', `127.0.0.1:${port}`, '--quiet', ...backend];
  const keys = { ROOT_ACCESS_KEY_ID: storeKeys.access, ROOT_SECRET_ACCESS_KEY: storeKeys.secret };
  const env = { PATH: process.env.PATH, ...keys };
  return {
    role: 'object store',
    spawn: () => Child.start({ program, args, env, cwd: folder, log: join(folder, 'log') }),
    ready: (child) => child.until('ready', () => requireOpen(port)),
  };
}

export function deckPart(
  command: 'service' | 'worker',
  folder: string,
  addresses: DeckAddresses,
  sections: Sections,
  main = today.main,
): Part {
  const args = [main, command, '--config', writeDeckConfig(folder, addresses, sections)];
  const env = deckEnvironment();
  return {
    role: `deck ${command}`,
    spawn: () => Child.start({ program: process.execPath, args, env, cwd: folder, log: join(folder, 'log') }),
    ready: (child) =>
      child.until('ready', () => {
        if (!child.output.includes(`${command} ready`)) throw new Error('it does not say so');
      }),
  };
}

async function requireOpen(port: number): Promise<void> {
  if (!(await accepts('127.0.0.1', port, 1_000))) throw new Error(`port ${port} is closed`);
}
