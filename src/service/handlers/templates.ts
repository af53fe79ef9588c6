import { ServiceError } from '../../contract/service-error';
import type { templates as contract } from '../../contract/templates';
import {
  colours,
  enterpriseTemplates,
  findTemplates,
  scenes,
  styles,
  type Template,
  templateForDeck,
} from '../../slides/render';
import { templateCoverPath } from '../files/links';
import { brandTemplatesOf, FIRST_SUIT, suitOf } from '../store/brand-templates';
import type { Task } from '../store/tasks';
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
    const task = task_id === undefined ? undefined : await requireTask(context, task_id);
    // Clients treat an empty list as a dead end, so filters only sort the templates; only ids exclude any.
    const found = findTemplates({ colour: colour_id, style: style_id, scene: scene_id }, suit_ids);
    return templatePage(context, paging, task === undefined ? found : suitingFirst(found, task));
  },

  async listEnterpriseSuits(request, context) {
    const templates = await requireEnterpriseTemplates(context);
    return templatePage(context, pagingOf(context.profile, request), templates);
  },
} satisfies Handlers<keyof typeof contract>;

/** The template that suits the topic of a task comes first; the order of the others stays. */
function suitingFirst(templates: readonly Template[], { title, outline }: Task): readonly Template[] {
  const suiting = templateForDeck(templates, title, outline);
  return suiting === undefined ? templates : [suiting, ...templates.filter((each) => each !== suiting)];
}

function templatePage({ baseUrl, links }: UserContext, paging: Paging, templates: readonly Pick<Template, 'id'>[]) {
  const start = (paging.page - 1) * paging.pageSize;
  const shown = templates.slice(start, start + paging.pageSize);
  // Protocol-relative, so that a page served over https can show the image.
  const origin = baseUrl.replace(/^https?:/, '');
  return pageOf(
    paging,
    templates.length,
    shown.map(({ id }) => ({
      id,
      cover_img: `${origin}${id > FIRST_SUIT ? links.coverLink(id) : templateCoverPath(id)}`,
    })),
  );
}

/** Returns the enterprise templates if the account has any: those of the settings, and its own PowerPoint files. */
export async function requireEnterpriseTemplates({
  settings,
  apiKey,
  db,
}: UserContext): Promise<readonly Pick<Template, 'id'>[]> {
  const who = settings.enterpriseSuits;
  const offered = who === true || (who !== false && who.includes(apiKey)) ? enterpriseTemplates : [];
  const own = await brandTemplatesOf(db, apiKey);
  if (offered.length + own.length > 0) return [...offered, ...own.map((row) => ({ id: suitOf(row) }))];
  throw new ServiceError('enterprise-templates-off', 'this account has no enterprise templates');
}
