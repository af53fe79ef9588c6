import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { packageRoot } from '../base/io/package-root';

/** The view that clients with MCP Apps (SEP-1865) show with the result of `read_outline`. */
export const OUTLINE_APP = 'ui://deck/outline';
const MIME_TYPE = 'text/html;profile=mcp-app';

export function registerOutlineApp(server: McpServer): void {
  server.registerResource(
    'outline_view',
    OUTLINE_APP,
    { title: 'View of an outline', description: 'Shows the result of read_outline.', mimeType: MIME_TYPE },
    async ({ href }) => {
      const text = await readFile(join(packageRoot, 'src', 'mcp', 'page', 'outline.html'), 'utf8');
      // Without origins, the view reaches nothing but its client.
      return { contents: [{ uri: href, mimeType: MIME_TYPE, text, _meta: { ui: { prefersBorder: true } } }] };
    },
  );
}
