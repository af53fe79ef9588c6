import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

/** Once, before any worker: one of 0.1.0 that refuses steps would print each of them. */
export function quiet(): void {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
  });
}
