import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { whyPortUnavailable } from '../../src/temporal/ports';

export const TEMPORAL_ROLES = ['history', 'matching', 'frontend', 'worker'] as const;
export type TemporalRole = (typeof TEMPORAL_ROLES)[number];

/** A node of Temporal: one role on ports of its own. */
export interface TemporalNode {
  role: TemporalRole;
  grpcPort: number;
  membershipPort: number;
}

const LOWEST_PORT = 10_000;
const HIGHEST_PORT = 32_767;

/**
 * Free ports that Temporal can announce: its table of members has a column for signed 16-bit numbers. Below the range in
 * which the system assigns ports, a node that is down also finds its port free when it starts again.
 */
export async function announceablePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let attempt = 0; ports.size < count; attempt += 1) {
    if (attempt > 100 + 10 * count) throw new Error(`no free ports from ${LOWEST_PORT} to ${HIGHEST_PORT}`);
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1);
    if ((await whyPortUnavailable('127.0.0.1', port)) === undefined) ports.add(port);
  }
  return [...ports];
}

export interface TemporalClusterConfig {
  postgresPort: number;
  postgresUser: string;
  shards: number;
  /** Of any frontend. */
  frontendAddress: string;
  dynamicConfig: string;
  /** Connections of a node to its database. */
  maxConnections: number;
}

/** Writes the configuration of a node into a folder of its own. @returns the arguments that start it */
export function writeNodeConfig(folder: string, node: TemporalNode, cluster: TemporalClusterConfig): string[] {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cluster.yaml'), stringify(nodeConfig(node, cluster)));
  const flags = ['--root', folder, '--config', '.', '--env', 'cluster', '--allow-no-auth'];
  return [...flags, 'start', '--service', node.role];
}

function nodeConfig({ role, grpcPort, membershipPort }: TemporalNode, cluster: TemporalClusterConfig): object {
  const rpc = (grpc: number, membership: number) => ({
    rpc: { grpcPort: grpc, membershipPort: membership, bindOnLocalHost: true },
  });
  // The other roles must be named, but their nodes are found by membership; the ports are not used.
  const services = Object.fromEntries(TEMPORAL_ROLES.map((name) => [name, rpc(1, 2)]));
  services[role] = rpc(grpcPort, membershipPort);
  const { postgresPort, postgresUser, shards, frontendAddress, dynamicConfig, maxConnections } = cluster;
  const store = (databaseName: string) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: `127.0.0.1:${postgresPort}`,
      connectProtocol: 'tcp',
      user: postgresUser,
      maxConns: maxConnections,
      maxIdleConns: maxConnections,
      maxConnLifetime: '1h',
    },
  });
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: shards,
      datastores: { default: store('temporal'), visibility: store('temporal_visibility') },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services,
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: frontendAddress },
      },
    },
    publicClient: { hostPort: frontendAddress },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: dynamicConfig, pollInterval: '60s' },
  };
}
