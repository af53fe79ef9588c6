import type { Settings } from './settings';

/** Addresses of a running stack, as it publishes them. */
export interface RunningAddresses {
  temporalAddress?: string;
  serviceUrl?: string;
  reviewUrl?: string;
}

/** The settings with the addresses of a running stack; a server or service that was named on purpose wins. */
export function settingsForRunningStack(settings: Settings, run: RunningAddresses | undefined): Settings {
  const { temporal } = settings;
  const address = temporal.mode === 'embedded' ? run?.temporalAddress : undefined;
  let beside = address === undefined ? settings : { ...settings, temporal: { ...temporal, address } };
  if (run?.serviceUrl !== undefined) beside = settingsWithService(beside, run.serviceUrl);
  return run?.reviewUrl === undefined ? beside : settingsWithReview(beside, run.reviewUrl);
}

/** The settings with the address at which the project's own service was started. */
export function settingsWithService(settings: Settings, url: string): Settings {
  if (settings.service.baseUrl !== null) return settings;
  return { ...settings, server: { ...settings.server, ...listeningAt(url) } };
}

/** The settings with the address at which the review page was started, unless people reach it by another. */
export function settingsWithReview(settings: Settings, url: string): Settings {
  if (settings.reviewServer.publicUrl !== null) return settings;
  return { ...settings, reviewServer: { ...settings.reviewServer, ...listeningAt(url) } };
}

function listeningAt(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
}
