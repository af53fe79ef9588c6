/** A delivery format as users know it: `ppt` is the wire value of PPTX. */
export function formatName(format: string): string {
  return format === 'ppt' ? 'pptx' : format;
}
