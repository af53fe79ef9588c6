import type { ClientOptions, ClientPlugin, Connection, WorkflowClientInterceptor } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import {
  type BundleOptions,
  type BundlerPlugin,
  Worker,
  type WorkerOptions,
  type WorkerPlugin,
} from '@temporalio/worker';
import { type Logger, pino } from 'pino';
import { loadSettings, readEncryptionKeys, type Settings } from '../config';
import { ensureSearchAttributes } from '../temporal';
import { bundleFor } from '../temporal/bundles';
import { dataConverterOf } from '../temporal/encryption-converter';
import { startTracing } from '../temporal/telemetry/tracing';
import { workerConverterOf } from '../temporal/worker-converter';
import { type DeckWork, HEARTBEAT_THROTTLE, openDeckWork } from './deck-work';

export interface DeckPluginOptions {
  /**
   * The path of a settings file, or its sections as an object. Default: as `deck worker`. The section `temporal` is not
   * used: connection, namespace and task queue are those of the worker.
   */
  settings?: string | Record<string, unknown>;
  /** Where secrets are read from. Default: `process.env`. */
  env?: NodeJS.ProcessEnv;
  /** Default: JSON lines on stderr. */
  log?: Logger;
}

/** What the worker of the workflows and its companions need, between its creation and its end. */
interface Prepared {
  work: DeckWork;
  /** Options that the companions share with it. */
  shared: Omit<WorkerOptions, 'taskQueue'> & { connection: NonNullable<WorkerOptions['connection']> };
  namespace: string;
}

/**
 * Runs decks in a worker of another program. Pass it to one `Worker.create` per task queue, and to the clients that
 * start decks. The worker gets the workflows of decks, unless it has a `workflowsPath`; that module then exports them
 * in addition to its own. Two companion workers, for calls and for streams, run as long as the worker does.
 */
export class DeckPlugin implements ClientPlugin, WorkerPlugin, BundlerPlugin {
  readonly name = 'durable-presentations';
  readonly #settings: Settings;
  readonly #env: NodeJS.ProcessEnv;
  readonly #log: Logger;
  readonly #prepared = new Map<string, Prepared>();

  /** @throws SettingsError */
  constructor({ settings, env = process.env, log }: DeckPluginOptions = {}) {
    const source =
      settings === undefined ? {} : typeof settings === 'string' ? { file: settings } : { sections: settings };
    this.#settings = loadSettings({ ...source, env });
    this.#env = env;
    this.#log = log ?? pino({ level: this.#settings.log.level }, pino.destination(2));
  }

  configureClient(options: Omit<ClientOptions, 'plugins'>): Omit<ClientOptions, 'plugins'> {
    const traced = startTracing(this.#settings, this.#env)?.clientInterceptors();
    const { workflow, ...others } = options.interceptors ?? {};
    if (workflow !== undefined && !Array.isArray(workflow)) {
      throw new TypeError('DeckPlugin: interceptors.workflow must be an array');
    }
    return {
      ...options,
      dataConverter: joined(options.dataConverter, dataConverterOf(this.#keys())),
      ...(traced === undefined
        ? {}
        : {
            interceptors: {
              ...others,
              ...traced,
              workflow: [...(workflow ?? []), ...(traced.workflow as WorkflowClientInterceptor[])],
            },
          }),
    };
  }

  configureWorker(options: WorkerOptions): WorkerOptions {
    const { connection, taskQueue, namespace = 'default' } = options;
    if (connection === undefined) throw new TypeError('DeckPlugin: Worker.create needs the option connection');
    const traced = startTracing(this.#settings, this.#env)?.workerOptions();
    const { activity = [], ...interceptors } = options.interceptors ?? {};
    const shared = {
      maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE,
      shutdownGraceTime: this.#settings.worker.shutdownGraceTime,
      ...kept(options, ['identity', 'workerDeploymentOptions', 'shutdownGraceTime', 'shutdownForceTime']),
      connection,
      namespace,
      dataConverter: joined(options.dataConverter, workerConverterOf(this.#keys())),
      interceptors: { ...interceptors, activity: [...activity, ...(traced?.interceptors?.activity ?? [])] },
      sinks: { ...options.sinks, ...traced?.sinks },
    };
    const work = openDeckWork({
      settings: this.#settings,
      namespace,
      taskQueue,
      log: this.#log,
      env: this.#env,
    });
    const { workflowModules: _, ...ofCalls } = shared.interceptors;
    this.#prepared.set(`${namespace} ${taskQueue}`, { work, namespace, shared: { ...shared, interceptors: ofCalls } });
    return {
      ...options,
      ...shared,
      activities: { ...options.activities, ...work.beside },
      ...(options.workflowsPath === undefined && options.workflowBundle === undefined
        ? { workflowBundle: bundleFor('presentation', this.#settings) }
        : {}),
    };
  }

  /** Used if the worker has a `workflowsPath`, and by `bundleWorkflowCode({ plugins })`. */
  configureBundler(options: BundleOptions): BundleOptions {
    if (options.payloadConverterPath !== undefined) {
      throw new TypeError('DeckPlugin: decks need their own payloadConverterPath; run them on a separate task queue');
    }
    const compiled = (name: string) => require.resolve(`../../workflows/${name}`);
    const tracer = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';
    return {
      ...options,
      payloadConverterPath: compiled('readable-payloads'),
      workflowInterceptorModules: [
        compiled('ahead-of-history'),
        compiled('readable-messages'),
        ...(options.workflowInterceptorModules ?? []),
        // Last, because it throws on headers that it cannot read.
        ...(this.#settings.telemetry.traces.endpoint === null ? [] : [require.resolve(tracer)]),
      ],
    };
  }

  /** Runs the companions as long as the worker. If one of them fails, all stop. */
  async runWorker(worker: Worker, next: (worker: Worker) => Promise<void>): Promise<void> {
    const key = `${worker.options.namespace} ${worker.options.taskQueue}`;
    const prepared = this.#prepared.get(key);
    if (prepared === undefined) return next(worker);
    this.#prepared.delete(key);
    const { work, shared, namespace } = prepared;
    try {
      await ensureSearchAttributes(shared.connection as unknown as Connection, namespace);
      const companions = await companionsOf(work, shared);
      const running = companions.map((companion) => companion.run());
      const stop = (workers: Worker[]) => {
        for (const each of workers) if (each.getState() === 'RUNNING') each.shutdown();
      };
      const failed = Promise.all(running);
      failed.catch(() => stop([worker, ...companions]));
      // Calls continue until the workflows have stopped.
      await next(worker).finally(() => stop(companions));
      await failed;
    } finally {
      await work.close();
    }
  }

  #keys() {
    return readEncryptionKeys(this.#settings, this.#env);
  }
}

function companionsOf(work: DeckWork, shared: Prepared['shared']): Promise<Worker[]> {
  return Promise.all(work.calls.map((calls) => Worker.create({ ...shared, ...calls })));
}

/** The program's converter and that of decks: codecs one after the other, one converter of failures. */
function joined(own: DataConverter | undefined, decks: DataConverter): DataConverter {
  if (own?.payloadConverterPath !== undefined) {
    throw new TypeError('DeckPlugin: decks cannot use a payloadConverterPath; run them on a separate task queue');
  }
  if (own?.failureConverterPath !== undefined && decks.failureConverterPath !== undefined) {
    throw new TypeError('DeckPlugin: set failureConverterPath or encryption.enabled, not both');
  }
  return { ...own, ...decks, payloadCodecs: [...(own?.payloadCodecs ?? []), ...(decks.payloadCodecs ?? [])] };
}

function kept<Options extends object, Name extends keyof Options>(options: Options, names: Name[]) {
  return Object.fromEntries(names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]))) as {
    [Key in Name]?: NonNullable<Options[Key]>;
  };
}
