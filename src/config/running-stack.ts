import type { Settings } from './settings';

/** Addresses that a running stack publishes. */
interface RunningAddresses {
  temporalAddress?: string;
  serviceUrl?: string;
  reviewUrl?: string;
}

/** The settings with the addresses of a running stack. A configured server or service takes precedence. */
export function settingsForRunningStack(settings: Settings, run: RunningAddresses | undefined): Settings {
  const { temporal } = settings;
  const address = temporal.mode === 'embedded' ? run?.temporalAddress : undefined;
  let result = address === undefined ? settings : { ...settings, temporal: { ...temporal, address } };
  if (run?.serviceUrl !== undefined) result = settingsWithService(result, run.serviceUrl);
  return run?.reviewUrl === undefined ? result : settingsWithReview(result, run.reviewUrl);
}

/** The settings with the address of the embedded service. */
export function settingsWithService(settings: Settings, url: string): Settings {
  if (settings.service.baseUrl !== null) return settings;
  return { ...settings, server: { ...settings.server, ...listeningAt(url) } };
}

/** The settings with the address of the review page, unless it has a public URL. */
export function settingsWithReview(settings: Settings, url: string): Settings {
  if (settings.reviewServer.publicUrl !== null) return settings;
  return { ...settings, reviewServer: { ...settings.reviewServer, ...listeningAt(url) } };
}

function listeningAt(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
}
