/** The images of an outline, by the SHA-256 of their bytes in lower-case hexadecimal digits. */
export type Pictures = ReadonlyMap<string, PictureFile>;

export interface PictureFile {
  type: 'png' | 'jpeg';
  bytes: Uint8Array;
  /** In pixels. */
  width: number;
  height: number;
}
