/** Resource limits for one template file. Real ones with video and photos stay far below. */
export interface BrandLimits {
  /** Size of the file. */
  bytes: number;
  /** Number of parts. */
  entries: number;
  /** Uncompressed size of all parts, and of one XML part. */
  unpackedBytes: number;
  xmlBytes: number;
  /** Compression ratio of an XML part, checked from 1 MB on. */
  ratio: number;
  /** Elements and nesting of one XML part. */
  nodes: number;
  depth: number;
}

const MB = 1024 * 1024;

export const BRAND_LIMITS: BrandLimits = {
  bytes: 64 * MB,
  entries: 5000,
  unpackedBytes: 256 * MB,
  xmlBytes: 8 * MB,
  ratio: 150,
  nodes: 200_000,
  depth: 100,
};
