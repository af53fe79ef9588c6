import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadSettings, type Settings } from '../../src/config';
import { connectTemporal, type TemporalConnection } from '../../src/temporal';
import { type Balancer, startBalancer } from './balancer';
import { today, type WorkerBuild } from './builds';
import { DECK_MAIN, type DeckAddresses, deckEnvironment, type Sections, writeDeckConfig } from './deck-config';
import type { ClusterOptions } from './options';
import { deckPart, objectStore, type Part, type PartRole, temporalNode } from './parts';
import { PostgresServer } from './postgres';
import type { ClusterPrograms } from './programs';
import { announceablePorts, TEMPORAL_ROLES, type TemporalNode, type TemporalRole } from './temporal-nodes';

const run = promisify(execFile);

export type ClusterShape = Pick<
  ClusterOptions,
  'frontend' | 'history' | 'matching' | 'shards' | 'workers' | 'services' | 'keep'
>;

/** Connections: every Temporal node has a pool for each of its two databases, every deck service one for its own. */
const TEMPORAL_CONNECTIONS = 12;
const MAX_CONNECTIONS = 400;
/** Each can still finish its work with those after it. */
const STOP_ORDER: readonly PartRole[] = [
  ...(['deck worker', 'deck service'] as const),
  ...(['worker', 'frontend', 'matching', 'history'] as const),
  'object store',
];

/** Temporal nodes, PostgreSQL, an object store, deck services behind one address and deck workers, all on loopback. */
export class Cluster {
  /** For clients of the decks, and for tests that look into the stores. */
  settings!: Settings;
  temporal!: TemporalConnection;
  postgres!: PostgresServer;
  /** The build of the workers; open decks may need it. */
  newest = today;
  private readonly parts: Part[] = [];
  /** Builds of all workers that were ever started, by process. */
  readonly builds = new Map<number, string>();
  private balancers: Balancer[] = [];
  private frontends: number[] = [];
  private workersStarted = 0;
  private workerOf!: (build: WorkerBuild, index: number, temporal: string) => Part;
  private opening: Promise<void> | undefined;
  private closing: Promise<void> | undefined;

  private constructor(
    readonly directory: string,
    private readonly shape: ClusterShape,
    private readonly programs: ClusterPrograms,
    private readonly onProgress: (line: string) => void,
  ) {}

  /** @throws Error with the end of the log of the part that did not start; everything else is stopped */
  static async start(
    shape: ClusterShape,
    programs: ClusterPrograms,
    { onProgress = () => {}, sections = {}, onOpen = () => {} }: ClusterStart = {},
  ): Promise<Cluster> {
    if (shape.keep !== '' && existsSync(shape.keep)) throw new Error(`--keep needs a new folder: ${shape.keep} exists`);
    if (shape.keep !== '') mkdirSync(shape.keep, { recursive: true });
    const directory = shape.keep === '' ? mkdtempSync(join(tmpdir(), 'deck-cluster-')) : shape.keep;
    // PostgreSQL runs as another user and passes through.
    await chmod(directory, 0o711);
    const cluster = new Cluster(directory, shape, programs, onProgress);
    onOpen(cluster);
    try {
      cluster.opening = cluster.open(sections);
      await cluster.opening;
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  /** kill -9 of the n-th part of a role, counted from 0; resolves when the process is gone. */
  async kill(role: PartRole, index = 0): Promise<void> {
    await this.part(role, index).child?.stop('SIGKILL');
  }

  /** Starts a killed part again, on its ports and with its configuration. */
  async startAgain(role: PartRole, index = 0): Promise<void> {
    const part = this.part(role, index);
    if (part.child?.alive) throw new Error(`the ${role} ${index} is running`);
    await this.startPart(part);
  }

  workers(): readonly Part[] {
    return this.ofRole('deck worker');
  }

  /** One more worker, with a connection of its own to Temporal; resolves when it works. */
  async startWorker(build: WorkerBuild = this.newest): Promise<Part> {
    const line = await startBalancer(this.frontends);
    this.balancers.push(line);
    this.workersStarted += 1;
    const part = this.workerOf(build, this.workersStarted - 1, `127.0.0.1:${line.port}`);
    part.line = line;
    part.build = build.name;
    await this.begin([part]);
    return part;
  }

  /** Ends a worker as an orchestrator does, for good. */
  async retire(worker: Part): Promise<void> {
    await worker.child?.stop('SIGTERM');
    this.parts.splice(this.parts.indexOf(worker), 1);
    await worker.line?.close();
  }

  /** Everything that a part has printed, in all its lives. */
  printed(role: PartRole, index = 0): string {
    return this.part(role, index).child?.log ?? '';
  }

  /**
   * Ends the processes in the order in which each can still finish its work, and removes the folder. The connection of
   * `temporal` belongs to the caller, who may have calls under way.
   */
  close(): Promise<void> {
    this.closing ??= this.stop();
    return this.closing;
  }

  private async stop(): Promise<void> {
    await this.stopParts();
    // While it is still opening, what waits for an ended process fails, and nothing more is started.
    await this.opening?.catch(() => undefined);
    await this.stopParts();
    for (const balancer of this.balancers) await balancer.close();
    await this.postgres?.stop();
    if (this.shape.keep === '') rmSync(this.directory, { recursive: true, force: true, maxRetries: 10 });
  }

  private async stopParts(): Promise<void> {
    for (const role of STOP_ORDER) await Promise.all(this.ofRole(role).map(({ child }) => child?.stop('SIGTERM')));
  }

  private ofRole(role: PartRole): Part[] {
    return this.parts.filter((part) => part.role === role);
  }

  private part(role: PartRole, index: number): Part {
    const part = this.ofRole(role)[index];
    if (part === undefined) throw new Error(`there is no ${role} ${index}`);
    return part;
  }

  private async open(sections: Sections): Promise<void> {
    const { frontend, history, matching, services } = this.shape;
    const counts: Record<TemporalRole, number> = { frontend, history, matching, worker: 1 };
    const roles = TEMPORAL_ROLES.flatMap((role) => Array.from({ length: counts[role] }, () => role));
    const ports = await announceablePorts(2 + 2 * roles.length + services);
    const [postgresPort, storePort] = ports.splice(0, 2) as [number, number];
    const nodes = roles.map((role): TemporalNode => {
      const [grpcPort, membershipPort] = ports.splice(0, 2) as [number, number];
      return { role, grpcPort, membershipPort };
    });

    this.onProgress('starting PostgreSQL and the object store');
    this.postgres = await PostgresServer.start({
      programs: this.programs.postgres,
      directory: join(this.directory, 'postgres'),
      port: postgresPort,
      maxConnections: MAX_CONNECTIONS,
    });
    const serviceDatabase = await this.postgres.database('service');
    await this.createTemporalDatabases();
    await this.begin([objectStore(this.programs.objectStore, join(this.directory, 'object-store'), storePort)]);

    this.onProgress(`starting Temporal: ${roles.join(', ')}`);
    this.frontends = nodes.filter(({ role }) => role === 'frontend').map(({ grpcPort }) => grpcPort);
    const frontendPort = await this.balanced(this.frontends);
    const temporal = {
      postgresPort,
      postgresUser: this.postgres.user,
      shards: this.shape.shards,
      frontendAddress: `127.0.0.1:${frontendPort}`,
      maxConnections: TEMPORAL_CONNECTIONS,
    };
    const parts = nodes.map((node, index) =>
      temporalNode(
        this.programs.temporalServer,
        join(this.directory, `temporal-${node.role}-${index}`),
        node,
        temporal,
      ),
    );
    // One first: nodes that write the metadata of a new cluster at the same time fail.
    await this.begin(parts.slice(0, 1));
    await this.begin(parts.slice(1));

    const addresses: DeckAddresses = {
      temporal: `127.0.0.1:${frontendPort}`,
      serviceUrl: `http://127.0.0.1:${await this.balanced(ports)}`,
      objectStore: `http://127.0.0.1:${storePort}`,
      database: serviceDatabase,
    };
    const client = writeDeckConfig(join(this.directory, 'client'), addresses, sections);
    this.settings = loadSettings({ file: client, env: {} });
    await this.setUp(client);
    this.temporal = await connectTemporal(this.settings, { env: {} });

    this.onProgress(`starting ${services} deck services and ${this.shape.workers} deck workers`);
    // One first: it creates the schema of its database.
    const deckServices = ports.map((port, index) =>
      deckPart('service', join(this.directory, `deck-service-${index}`), addresses, {
        ...sections,
        server: { ...sections.server, port },
      }),
    );
    await this.begin(deckServices.slice(0, 1));
    await this.begin(deckServices.slice(1));
    this.workerOf = (build, index, temporal) =>
      deckPart(
        'worker',
        join(this.directory, `deck-worker-${index}`),
        { ...addresses, temporal },
        {
          ...sections,
          worker: { ...sections.worker, ...(build.versioning === undefined ? {} : { versioning: build.versioning }) },
        },
        build.main,
      );
    await Promise.all(Array.from({ length: this.shape.workers }, () => this.startWorker()));
  }

  private async begin(parts: Part[]): Promise<void> {
    this.parts.push(...parts);
    await Promise.all(parts.map((part) => this.startPart(part)));
  }

  private async startPart(part: Part): Promise<void> {
    if (this.closing !== undefined) throw new Error('the cluster is closing');
    part.child = await part.spawn();
    if (part.build !== undefined) this.builds.set(part.child.pid, part.build);
    if (this.closing !== undefined) await part.child.stop('SIGKILL');
    await part.ready(part.child);
  }

  /** The port itself, or a new one that spreads its connections over several. */
  private async balanced(ports: readonly number[]): Promise<number> {
    const balancer = await startBalancer(ports);
    this.balancers.push(balancer);
    return balancer.port;
  }

  private async createTemporalDatabases(): Promise<void> {
    for (const [database, schema] of [
      ['temporal', 'temporal'],
      ['temporal_visibility', 'visibility'],
    ] as const) {
      await this.postgres.database(database);
      const { user, port } = this.postgres;
      const common = ['--plugin', 'postgres12', '--ep', '127.0.0.1', '-p', String(port), '-u', user, '--db', database];
      await run(this.programs.temporalSqlTool, [...common, 'setup-schema', '--version', '0.0']);
      const name = `postgresql/v12/${schema}`;
      await run(this.programs.temporalSqlTool, [...common, 'update-schema', '--schema-name', name]);
    }
  }

  /** As an operator does: `deck setup`, when the frontend answers. */
  private async setUp(config: string): Promise<void> {
    const frontend = this.part('frontend', 0).child!;
    const environment = deckEnvironment();
    await frontend.until('deck setup', () =>
      run(process.execPath, [DECK_MAIN, 'setup', '--config', config], { env: environment }),
    );
  }
}

export interface ClusterStart {
  onProgress?: (line: string) => void;
  sections?: Sections;
  /** Called before anything is started, so that the caller can close a cluster that is still starting. */
  onOpen?: (cluster: Cluster) => void;
}
