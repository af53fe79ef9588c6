/** Sizes as text. A kilobyte is 1,024 bytes, as in the limits of the services that these settings are compared with. */

const UNITS: readonly { bytes: number; name: string }[] = [
  { bytes: 1024 ** 3, name: 'GB' },
  { bytes: 1024 ** 2, name: 'MB' },
  { bytes: 1024, name: 'KB' },
  { bytes: 1, name: 'B' },
];

/** Bytes of a text such as `4 KB` or `32MB`; undefined if it is not a size. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?) ?(B|KB|MB|GB)$/i.exec(text.trim());
  const unit = UNITS.find((candidate) => candidate.name === match?.[2]?.toUpperCase());
  if (!match || !unit) return undefined;
  const bytes = Number(match[1]) * unit.bytes;
  return Number.isInteger(bytes) ? bytes : Math.round(bytes);
}

/** The shortest text that `parseSize` reads back as the same number of bytes. */
export function formatSize(bytes: number): string {
  const unit = UNITS.find((candidate) => bytes >= candidate.bytes && bytes % candidate.bytes === 0);
  return unit ? `${bytes / unit.bytes} ${unit.name}` : `${bytes} B`;
}
