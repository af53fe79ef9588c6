import { Context } from '@temporalio/activity';
import { z } from 'zod';
import { placedId } from '../src/api/placed-deck';
import { presentationInput } from '../src/input/input';
import { invalidInput } from '../src/input/plan';
import { type ActivityDependencies, perform } from './perform';

const { uid, channel, request } = presentationInput.shape;
const keys = z.object({ uid, channel, request });

export function deckPlaceActivities(deps: ActivityDependencies) {
  return {
    /**
     * The id of a deck that has a channel. The workflow that starts it cannot tell: the deck may be there under the id
     * that 0.1.0 gave it.
     * @throws `InvalidInput`, with the path of each wrong field.
     */
    placeDeck: (input: unknown): Promise<{ workflowId: string }> =>
      perform(deps, undefined, async () => {
        const parsed = keys.safeParse(input);
        if (!parsed.success) throw invalidInput(parsed.error);
        return { workflowId: await placedId(Context.current().client, parsed.data) };
      }),
  };
}
