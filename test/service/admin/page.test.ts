import type { TestService } from '../running-service';
import { ADMIN_KEY, startAdministeredService } from './administration';

describe('the admin page', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startAdministeredService({ runJobs: false });
  });
  afterAll(() => service.close());

  it.each(['/_admin', '/_admin/'])(
    '%s is one file that loads nothing, and holds nothing without the key',
    async (path) => {
      const response = await fetch(`${service.url}${path}`);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).not.toMatch(/\b(src|href)="|@import|url\(/);
      expect(html).not.toContain(ADMIN_KEY);
      expect(html).toMatch(/<script>[^<]*\{/);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
    },
  );
});
