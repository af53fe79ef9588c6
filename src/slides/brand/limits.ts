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
  /** Elements and nesting of one XML part, and elements of all of them. */
  nodes: number;
  depth: number;
  totalNodes: number;
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
  totalNodes: 1_000_000,
};

/** What one template may offer. Presentations that are only checked may have more. */
export interface DesignLimits {
  masters: number;
  layouts: number;
  /** Of one layout. */
  placeholders: number;
}

export const DESIGN_LIMITS: DesignLimits = { masters: 10, layouts: 200, placeholders: 200 };
export const CHECKED_LIMITS: DesignLimits = { masters: 200, layouts: 2000, placeholders: 1000 };
