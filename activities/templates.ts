import { ClientError } from '../src/client';
import type { RequestOf } from '../src/contract';
import { given } from '../src/core/given';
import type { ServiceId } from '../src/core/service-id';
import { type ActivityDependencies, callActivity, perform, type User } from './perform';

export interface FindTemplateCall {
  user: User;
  /** Position among the matching templates, counted from 1. */
  rank: number;
  enterprise: boolean;
  filters: Pick<RequestOf<'searchSuits'>, 'colour_id' | 'style_id' | 'scene_id' | 'task_id'>;
}

/** The template, if there is one, and the number of templates that match. */
export interface FoundTemplate {
  id?: ServiceId;
  total: number;
}

/** The size that the specification shows; a service may refuse a smaller one. */
const PAGE_SIZE = 20;

export function templateActivities(deps: ActivityDependencies) {
  return {
    listSuitFilters: callActivity(deps, 'listSuitFilters'),
    searchSuits: callActivity(deps, 'searchSuits'),
    listEnterpriseSuits: callActivity(deps, 'listEnterpriseSuits'),
  };
}

export function templateSearch({ client, ...deps }: ActivityDependencies) {
  return {
    findTemplate: ({ user, rank, enterprise, filters }: FindTemplateCall): Promise<FoundTemplate> =>
      perform(deps, enterprise ? 'listEnterpriseSuits' : 'searchSuits', async (signal) => {
        const context = { ...user, signal };
        const pageOf = (page: number, more: FindTemplateCall['filters']) => {
          const request = { page, page_size: PAGE_SIZE };
          return enterprise
            ? client.call('listEnterpriseSuits', request, context)
            : client.call('searchSuits', { ...request, ...more }, context);
        };
        const search = async (more: FindTemplateCall['filters']): Promise<FoundTemplate> => {
          let found = await pageOf(Math.ceil(rank / PAGE_SIZE), more);
          // A service may have smaller pages.
          const size = found.pagination.page_size || PAGE_SIZE;
          if (size !== PAGE_SIZE) found = await pageOf(Math.ceil(rank / size), more);
          const id = found.list[(rank - 1) % size]?.id;
          return { ...given({ id }), total: found.pagination.total };
        };
        const { task_id, ...specified } = filters;
        if (task_id === undefined) return search(specified);
        // Our services list the template that suits the task first. The specification does not have this parameter.
        return search(filters).catch((error) => {
          if (error instanceof ClientError && error.data.kind === 'refused') return search(specified);
          throw error;
        });
      }),
  };
}
