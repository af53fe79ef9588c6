import type { ServiceProfile } from '../../contract/profile';

/** Whether a design was saved with pro layout. */
export function isProLayout({ layoutTypes }: ServiceProfile, design: { layout_type: number | null }): boolean {
  return design.layout_type === layoutTypes.pro;
}
