import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ListPage } from './list';
import { FullPage } from './messages';
import { WithPreferences } from './preferences';
import { ReviewPage } from './review';

/** The link is in the URL fragment, which browsers do not send to servers. */
const linkInAddress = () => location.hash.slice(1);

function Page() {
  const [link, setLink] = useState(linkInAddress);
  useEffect(() => {
    const onChange = () => setLink(linkInAddress());
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  if (location.pathname !== '/review') return <ListPage />;
  return link === '' ? <FullPage code="link-missing" /> : <ReviewPage key={link} link={link} />;
}

render(
  <WithPreferences>
    <Page />
  </WithPreferences>,
  document.getElementById('page')!,
);
