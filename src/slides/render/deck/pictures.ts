/** The images of an outline, by the hash that names each. */
export type Pictures = ReadonlyMap<string, PictureFile>;

export interface PictureFile {
  type: 'png' | 'jpeg';
  bytes: Uint8Array;
  /** In pixels. */
  width: number;
  height: number;
}
