import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

/** Once, before any worker: one of an older release that refuses steps would print each of them. */
export function quiet(): void {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
  });
}
