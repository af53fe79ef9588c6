import { Writable } from 'node:stream';
import { pino } from 'pino';
import { settingsSchema } from '../../../src/config';
import { readAccounts, shortSecrets } from '../../../src/service/http/accounts';
import { startTestService } from '../running-service';
import { grantToken } from '../session';

const { server } = settingsSchema.parse({
  server: { demoAccount: false, accounts: [{ apiKey: 'own', secretKey: { env: 'OWN_SECRET' } }] },
});

describe('the secret key of an account', () => {
  it('has 16 characters or more where other machines reach the service', () => {
    const read = (length: number, host: string) => readAccounts(server, host, { OWN_SECRET: 's'.repeat(length) });
    expect(() => read(15, '0.0.0.0')).toThrow(
      'server.accounts[0].secretKey (account own) must have 16 characters or more on 0.0.0.0, which other hosts ' +
        'can reach. Create one with openssl rand -hex 32, and give it to the callers of this account.',
    );
    expect(() => read(15, '0.0.0.0')).not.toThrow('sss');
    expect(read(16, '0.0.0.0').get('own')).toEqual(['s'.repeat(16)]);
    expect(shortSecrets(read(15, '127.0.0.1'))).toEqual(['own']);
    expect(shortSecrets(read(16, '127.0.0.1'))).toEqual([]);
  });

  it('may be shorter on this machine, from an earlier version, and is warned of', async () => {
    const lines: { level: number; apiKey?: string; msg: string }[] = [];
    const log = pino(
      { level: 'warn' },
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(JSON.parse(String(chunk)));
          done();
        },
      }),
    );
    const service = await startTestService({
      runJobs: false,
      log,
      env: { OWN_SECRET: 'short' },
      server: { accounts: [{ apiKey: 'own', secretKey: { env: 'OWN_SECRET' } }] },
    });
    expect(await grantToken(service.url, 'u', '', { key: 'own', secret: 'short' })).toMatchObject({ code: 0 });
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, apiKey: 'own', msg: expect.stringContaining('shorter than 16 characters') }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('"short"');
    await service.close();
  });

  it('and the former one are both accepted until the former one is removed', async () => {
    const [current, former] = ['c'.repeat(32), 'f'.repeat(32)];
    const env = { OWN_SECRET: current, FORMER: former };
    const codes = async (formerSecretKey?: { env: string }) => {
      const own = { apiKey: 'own', secretKey: { env: 'OWN_SECRET' }, ...(formerSecretKey && { formerSecretKey }) };
      const service = await startTestService({ runJobs: false, env, server: { accounts: [own] } });
      const answers = [current, former, 'x'.repeat(32)].map((secret) =>
        grantToken(service.url, 'u', '', { key: 'own', secret }),
      );
      const codes = (await Promise.all(answers)).map(({ code }) => code);
      await service.close();
      return codes;
    };
    expect(await codes({ env: 'FORMER' })).toEqual([0, 0, 43102]);
    expect(await codes()).toEqual([0, 43102, 43102]);
  });

  it('names the former key in an error', () => {
    const [own] = server.accounts;
    const both = { ...server, accounts: [{ ...own!, formerSecretKey: { env: 'FORMER' } }] };
    expect(() => readAccounts(both, '127.0.0.1', { OWN_SECRET: 's'.repeat(16) })).toThrow(
      'server.accounts[0].formerSecretKey uses the environment variable FORMER, which is not set.',
    );
  });
});
