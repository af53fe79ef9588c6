import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory } from '../../src/base/io/cache-directory';
import { onPath } from '../../src/temporal/executable-install';
import { buildGoProgram, type GoProgram } from './build-with-go';
import { postgresPrograms } from './postgres';

/** Releases of the Temporal server, with the hash of their Go module. */
const servers = {
  'v1.29.1': 'h1:sgiMveg/8e51lA62pWb9VzC5WTRitKFyT6XsjonHUhE=',
  'v1.32.0': 'h1:JQoqsVREaGc8vcuDNfuRlySiV3tVi81XUOVC9LeL/1Y=',
};

/** By default one that is older than the embedded server, as on many clusters. */
export const clusterServerVersions = Object.keys(servers);

/** Built from the Go module proxy, each once. The object store is Apache-licensed and only run, never shipped. */
const goPrograms = (version: string) => {
  const server = { module: 'go.temporal.io/server', version, moduleHash: servers[version as keyof typeof servers] };
  return {
    temporalServer: { ...server, what: 'the nodes of a Temporal cluster', main: './cmd/server', minutes: 4 },
    temporalSqlTool: { ...server, what: 'temporal-sql-tool', main: './cmd/tools/sql', minutes: 1 },
    objectStore: {
      what: 'an S3-compatible store',
      module: 'github.com/versity/versitygw',
      version: 'v1.8.0',
      moduleHash: 'h1:au+wI+aybno/STsQiSm35Uu6Q6iK5MWReQxgO6SEMFc=',
      main: './cmd/versitygw',
      minutes: 1,
    },
  } satisfies Record<string, GoProgram>;
};

/** Paths of what a cluster consists of, besides deck itself. */
export type ClusterPrograms = Record<keyof ReturnType<typeof goPrograms> | 'postgres', string>;

/** Why a cluster cannot be started on this machine, and how to change that; undefined if it can. */
export function whyNoCluster(version = clusterServerVersions[0]!, env = process.env): string | undefined {
  if (postgresPrograms(env) === undefined) {
    return (
      'A cluster needs PostgreSQL: its programs initdb and postgres are neither on PATH nor in /usr/lib/postgresql ' +
      '(Debian: apt-get install postgresql).'
    );
  }
  const missing = Object.entries(goPrograms(version)).find(
    ([name, program]) => !existsSync(cached(name, program, env)),
  );
  if (missing === undefined || onPath('go', env) !== undefined) return undefined;
  return `A cluster needs ${missing[1].what}, which is not in the cache yet: install Go (https://go.dev/dl) to build it.`;
}

/**
 * Builds the programs that are not in the cache.
 * @throws Error that says what is missing, and how to get it
 */
export async function clusterPrograms(
  onProgress: (line: string) => void,
  version = clusterServerVersions[0]!,
  env = process.env,
): Promise<ClusterPrograms> {
  const why = whyNoCluster(version, env);
  if (why !== undefined) throw new Error(why);
  const paths: Record<string, string> = { postgres: postgresPrograms(env)! };
  for (const [name, program] of Object.entries(goPrograms(version))) {
    const target = cached(name, program, env);
    paths[name] = existsSync(target)
      ? target
      : await buildGoProgram(program, { go: onPath('go', env)!, target, env, onProgress });
  }
  return paths as ClusterPrograms;
}

const cached = (name: string, { version }: GoProgram, env: NodeJS.ProcessEnv) =>
  join(cacheDirectory(env), 'cluster', version, name);
