/** Whether an address belongs to Temporal Cloud, where an administrator creates namespaces and search attributes. */
export function isTemporalCloud(address: string): boolean {
  return /\.(tmprl\.cloud|api\.temporal\.io):\d+$/.test(address);
}

export const TEMPORAL_CLOUD_UI = 'https://cloud.temporal.io';
