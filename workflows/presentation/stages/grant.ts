import { type Deck, userOf } from '../deck';

/** Gets an access token before anything is created. The history records its expiry only. */
export async function grant(deck: Deck): Promise<void> {
  const user = userOf(deck);
  const { expiresAt } = await deck.call.read('Get an access token').grantToken({ user, request: user });
  deck.state.tokenExpiresAt = expiresAt;
}
