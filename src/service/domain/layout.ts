import type { ServiceProfile } from '../../contract/profile';
import type { Arrangement } from '../../slides/render';

/** Whether a design was saved with pro layout. */
export function isProLayout({ layoutTypes }: ServiceProfile, design: { layout_type: number | null }): boolean {
  return design.layout_type === layoutTypes.pro;
}

/** The arrangement to render a design with. */
export const arrangementOf = (profile: ServiceProfile, design: { layout_type: number | null }): Arrangement =>
  isProLayout(profile, design) ? 'pro' : 'standard';
