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
     * The workflow id of a deck with a channel. Only the server knows it, because 0.1.0 may have started the deck under
     * an id without the channel.
     * @throws `InvalidInput` with the path of each invalid field
     */
    placeDeck: (input: unknown): Promise<{ workflowId: string }> =>
      perform(deps, undefined, async () => {
        const parsed = keys.safeParse(input);
        if (!parsed.success) throw invalidInput(parsed.error);
        return { workflowId: await placedId(Context.current().client, parsed.data) };
      }),
  };
}
