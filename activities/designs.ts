import { type CallContext, ClientError } from '../src/client';
import type { ServiceId } from '../src/core/service-id';
import type { Policies } from '../src/decks/input/review-floor';
import { adopted, noted, reviewed } from './ledger';
import { type ActivityDependencies, type Call, callActivity, perform, type User } from './perform';

/** The design that was saved from a task and whose response was lost. */
export interface FindDesignCall {
  user: User;
  taskId: ServiceId;
  /** The `order` of the list that has the newest first. */
  newestCreated: number;
  met?: Policies;
}

export interface SaveDesignCall extends Call<'saveDesign'> {
  /** The review policy of the deck, whose gates are passed; absent if it has none. */
  met?: Policies;
}

/** Designs to look at on one page of the list. */
const SEARCHED = 10;

export function designActivities(deps: ActivityDependencies) {
  const save = callActivity(deps, 'saveDesign', (create) => noted(deps, 'design', create));
  return {
    async saveDesign({ met, ...call }: SaveDesignCall) {
      const made = await save(call);
      await reviewed(deps, { user: call.user, id: made.id, met });
      return made;
    },
    listDesigns: callActivity(deps, 'listDesigns'),
    readDesign: callActivity(deps, 'readDesign'),
    renameDesign: callActivity(deps, 'renameDesign'),
    deleteDesign: callActivity(deps, 'deleteDesign'),
    listDeletedDesigns: callActivity(deps, 'listDeletedDesigns'),
    revertDesign: callActivity(deps, 'revertDesign'),
    clearDesign: callActivity(deps, 'clearDesign'),
  };
}

export function designSearch(deps: ActivityDependencies) {
  /** Undefined if the service does not tell. */
  async function taskOf(id: ServiceId, context: CallContext): Promise<ServiceId | undefined> {
    try {
      return (await deps.client.call('readDesign', { user_design_id: id }, context)).task_id;
    } catch (error) {
      if (error instanceof ClientError && error.data.kind === 'malformed') return undefined;
      throw error;
    }
  }

  return {
    /** Searches the newest page and the last one, because a service may list the oldest first. Null: not found. */
    findDesign: ({ user, taskId, newestCreated, met }: FindDesignCall): Promise<ServiceId | null> =>
      perform(deps, 'listDesigns', async (signal) => {
        const context = { ...user, signal };
        const seen = new Set<ServiceId>();
        for (let page = 1, last = 1; page <= last; page = Math.max(page + 1, last)) {
          const request = { page, page_size: SEARCHED, order: newestCreated };
          const { list, pagination } = await deps.client.call('listDesigns', request, context);
          for (const { id } of list.slice(0, 2 * SEARCHED)) {
            if (seen.has(id)) continue;
            seen.add(id);
            if ((await taskOf(id, context)) !== taskId) continue;
            await reviewed(deps, { user, id, met });
            return adopted(deps, id);
          }
          last = Math.ceil(pagination.total / (pagination.page_size || SEARCHED));
        }
        return null;
      }),
  };
}
