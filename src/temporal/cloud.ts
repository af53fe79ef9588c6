/** Whether an address is one of Temporal Cloud, where namespaces and search attributes are made by an administrator. */
export function isTemporalCloud(address: string): boolean {
  return /\.(tmprl\.cloud|api\.temporal\.io):\d+$/.test(address);
}

/** Its web pages. */
export const TEMPORAL_CLOUD_UI = 'https://cloud.temporal.io';
