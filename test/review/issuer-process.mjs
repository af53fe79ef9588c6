// A real OpenID Connect issuer for tests, in a process of its own. Arguments: JSON of the accounts' claims by ID, and how many
// milliseconds its clock is late. Writes its URL to standard output.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const accounts = JSON.parse(process.argv[2]);
const { now } = Date;
Date.now = () => now() - Number(process.argv[3]);
const server = createServer().listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'durable-presentations',
        client_secret: 'secret-of-this-client',
        // Of a native application, the port of a loopback address is free.
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/login/callback'],
        post_logout_redirect_uris: ['http://127.0.0.1/'],
      },
      {
        client_id: 'temporal-ui',
        client_secret: 'secret-of-this-client',
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/login/callback'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    findAccount: (_context, id) => accounts[id] && { accountId: id, claims: () => ({ sub: id, ...accounts[id] }) },
    cookies: { keys: ['cookies-of-this-test'] },
    // Access tokens are readable for the issuer only, unless they are for a named resource.
    features: {
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, audience) => ({ audience, scope: '', accessTokenFormat: 'jwt' }),
      },
    },
    extraTokenClaims: (_context, { accountId }) => accounts[accountId],
  });
  server.on('request', provider.callback());
  console.log(issuer);
});
