import type { MessageContent } from './content';

/**
 * The message as HTML for mail programs: tables and inline styles, which all of them support, and no images or external
 * resources. Text uses the program's colors; elements with a background set both colors, so dark mode works.
 */
export function htmlOf({ heading, message, facts, link, downloads }: MessageContent, closing: string): string {
  const rows = facts
    .map(
      ([name, value]) =>
        `<tr><td style="padding:2px 16px 2px 0;vertical-align:top;white-space:nowrap;opacity:.7">${escaped(name)}</td>` +
        `<td style="padding:2px 0;overflow-wrap:anywhere">${escaped(value)}</td></tr>`,
    )
    .join('\n');
  const button =
    link === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escaped(link.url)}" style="display:inline-block;padding:12px 22px;` +
        'border-radius:6px;background-color:#1f5fbf;color:#ffffff;font-weight:600;text-decoration:none">' +
        `${escaped(link.label)}</a></p>\n`;
  const files = downloads
    .map(({ label, url }) => `<p style="margin:0 0 8px"><a href="${escaped(url)}">${escaped(label)}</a></p>\n`)
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(heading)}</title>
</head>
<body style="margin:0;padding:0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left;font-family:system-ui,-apple-system,'Segoe UI',Arial,sans-serif;font-size:16px;line-height:1.5">
<tr><td>
<h1 style="margin:0 0 16px;font-size:21px;line-height:1.3">${escaped(heading)}</h1>
<p style="margin:0">${escaped(message)}</p>
${button}${files}<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0;font-size:14px">
${rows}
</table>
<p style="margin:0;padding-top:12px;border-top:1px solid #8a8f98;font-size:13px;opacity:.7">${escaped(closing)}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
