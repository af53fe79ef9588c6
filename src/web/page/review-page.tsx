import { useEffect, useState } from 'preact/hooks';
import { AppBar } from './app-bar';
import { FullPage } from './messages';
import { NextDeck } from './next-deck';
import { ReviewPage } from './review';

/** The link is in the URL fragment, which browsers do not send to servers. */
const linkInAddress = () => location.hash.slice(1);

export function View() {
  const [link, setLink] = useState(linkInAddress);
  useEffect(() => {
    const onChange = () => setLink(linkInAddress());
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  const deck = new URLSearchParams(location.search).get('deck') ?? '';
  const isMissing = link === '' && deck === '';
  return (
    <>
      <AppBar current={deck !== '' && link === '' ? 'deck' : undefined} tools={<NextDeck />} />
      {isMissing && <FullPage code="link-missing" />}
      {!isMissing && (link === '' ? <ReviewPage deck={deck} /> : <ReviewPage key={link} link={link} />)}
    </>
  );
}
