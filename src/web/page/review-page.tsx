import { useState } from 'preact/hooks';
import { AppBar } from './app-bar';
import { deckInAddress, linkInAddress } from './first';
import { FullPage } from './messages';
import { NextDeck } from './next-deck';
import { ReviewPage } from './review';
import { useEvent } from './use-window';

export { show } from './shell';

export function View() {
  const [link, setLink] = useState(linkInAddress);
  useEvent('hashchange', () => setLink(linkInAddress()));
  const deck = deckInAddress();
  const isMissing = link === '' && deck === '';
  return (
    <>
      <AppBar current={deck !== '' && link === '' ? 'deck' : undefined} tools={<NextDeck />} />
      {isMissing && <FullPage code="link-missing" />}
      {!isMissing && (link === '' ? <ReviewPage deck={deck} /> : <ReviewPage key={link} link={link} />)}
    </>
  );
}
