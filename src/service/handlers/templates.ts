import { ServiceError } from '../../contract/service-error';
import type { templates as contract } from '../../contract/templates';
import { colours, enterpriseSuits, type Suit, scenes, styles } from '../../render/suits';
import { findSuits } from '../../render/suits/search';
import { suitCoverPath } from '../files/links';
import type { UserContext } from './context';
import type { Handlers } from './index';
import { type Paging, pageOf, pagingOf } from './paging';
import { requireTask } from './tasks';

export const templates = {
  async listSuitFilters() {
    return {
      colour: colours.map((colour) => ({ ...colour })),
      suit_style: styles.map((style) => ({ ...style })),
      suit_scene: scenes.map((scene) => ({ ...scene })),
    };
  },

  async searchSuits(request, context) {
    const paging = pagingOf(context.profile, request);
    const { colour_id, style_id, scene_id, suit_ids, task_id } = request;
    if (task_id !== undefined) await requireTask(context, task_id);
    // Clients treat an empty list as a dead end, so filters only sort the templates; only ids exclude any.
    const found = findSuits({ colour: colour_id, style: style_id, scene: scene_id }, suit_ids);
    return suitPage(context, paging, found);
  },

  async listEnterpriseSuits(request, context) {
    const suits = requireEnterpriseSuits(context);
    return suitPage(context, pagingOf(context.profile, request), suits);
  },
} satisfies Handlers<keyof typeof contract>;

function suitPage({ baseUrl }: UserContext, paging: Paging, suits: readonly Suit[]) {
  const start = (paging.page - 1) * paging.pageSize;
  const shown = suits.slice(start, start + paging.pageSize);
  // Protocol-relative, so that a page served over https can show the image.
  const origin = baseUrl.replace(/^https?:/, '');
  return pageOf(
    paging,
    suits.length,
    shown.map(({ id }) => ({ id, cover_img: `${origin}${suitCoverPath(id)}` })),
  );
}

/** Returns the enterprise templates if the account has any. */
export function requireEnterpriseSuits({ settings, apiKey }: UserContext): readonly Suit[] {
  const who = settings.enterpriseSuits;
  if (who === true || (who !== false && who.includes(apiKey))) return enterpriseSuits;
  throw new ServiceError('enterprise-templates-off', 'this account has no enterprise templates');
}
