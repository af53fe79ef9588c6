import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 12vh auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; }
label, input, button { display: block; font: inherit; }
input { box-sizing: border-box; width: 100%; margin: .3rem 0 1rem; padding: .5rem; }
button { padding: .5rem 1.2rem; }
[role=alert] { font-weight: 600; }
`;

/** Nothing is loaded, nothing is run, nobody may frame it. */
export const PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

export function loginPage({ wrong = false } = {}): string {
  return page(
    `${wrong ? '<p role="alert">This is not the token.</p>' : ''}
<p>Whoever logs in here can read inputs, results and messages of decks in the Temporal UI, in this browser.</p>
<form method="post" action="login">
<label for="token">Token (encryption.codecServer.token)</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button>Log in</button>
</form>`,
  );
}

export function loggedInPage(hours: string): string {
  return page(
    `<p role="status">Logged in for ${hours}.</p>
<p>In the Temporal UI, once: the glasses in the top bar, there the address of this page as “Codec Server browser endpoint”,
“Include cross-origin credentials”, Apply. Open the UI under the same host name as this page.</p>
<form method="post" action="logout"><button>Log out</button></form>`,
  );
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Codec server</title><style>${STYLE}</style></head>
<body><main><h1>Payloads of decks, readable</h1>
${content}
</main></body></html>
`;
}
