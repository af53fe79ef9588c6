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

/** Blocks scripts, external resources and framing. */
export const PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

export function loginPage({ wrong = false } = {}): string {
  return page(
    `${wrong ? '<p role="alert">Wrong token.</p>' : ''}
<p>Log in to read the inputs, results and messages of decks in the Temporal UI, in this browser.</p>
<form method="post" action="login">
<label for="token">Token (encryption.codecServer.token)</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button>Log in</button>
</form>`,
  );
}

export function noLoginPage(): string {
  return page(
    `<p>The Temporal UI logs you in: select “Pass the user access token” in its settings of the codec server.</p>`,
  );
}

export function loggedInPage(duration: string): string {
  return page(
    `<p role="status">Logged in for ${duration}.</p>
<p>Set up the Temporal UI once: click the glasses in the top bar, enter the URL of this page as “Codec Server browser
endpoint”, select “Include cross-origin credentials” and click Apply. Open the UI under the same host name as this page.</p>
<form method="post" action="logout"><button>Log out</button></form>`,
  );
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Codec server</title><style>${STYLE}</style></head>
<body><main><h1>Decrypt deck payloads</h1>
${content}
</main></body></html>
`;
}
