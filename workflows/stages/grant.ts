import { type Deck, userOf } from '../deck';

/** Makes sure that there is a token before anything is made; its expiry is all that is recorded. */
export async function grant(deck: Deck): Promise<void> {
  const user = userOf(deck);
  const { expiresAt } = await deck.call.read('Ask for access').grantToken({ user, request: user });
  deck.state.tokenExpiresAt = expiresAt;
}
