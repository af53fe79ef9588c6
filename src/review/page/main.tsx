import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ListPage } from './list';
import { FullPage } from './notices';
import { WithPreferences } from './preferences';
import { ReviewPage } from './review';

/** The link stands behind the `#`, where no server sees it, and is read from there alone. */
const linkInAddress = () => location.hash.slice(1);

function Page() {
  const [link, setLink] = useState(linkInAddress);
  useEffect(() => {
    const onChange = () => setLink(linkInAddress());
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  if (location.pathname !== '/review') return <ListPage />;
  return link === '' ? <FullPage trouble="link-missing" /> : <ReviewPage key={link} link={link} />;
}

render(
  <WithPreferences>
    <Page />
  </WithPreferences>,
  document.getElementById('page')!,
);
