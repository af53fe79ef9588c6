import { sign, stringToSign, verifySignature } from '../../src/contract/signature';

/**
 * Known answers, computed with OpenSSL 3 and never with our own code:
 *
 *   printf '%s' 'GET@/api/grant/token/@1700000000' | openssl dgst -sha1 -hmac SECRET -binary | base64
 *
 * Secret, string to sign, result.
 */
const KNOWN_ANSWERS: readonly (readonly [string, string, string])[] = [
  ['SECRET', 'GET@/api/grant/token/@1700000000', '6vHjsqFTfOi/my7kC3dzXUDvnow='],
  ['SECRET', 'GET@/api/grant/code/@1700000000', '6+UnrAM4crg723iKMDEySioDHGM='],
  ['SECRET', 'POST@/api/statistic/user/task/@1700000000', '0OGGAA6HJFUsJgg71kB/zSnxjIA='],
  ['SECRET', 'GET@/api/grant/token/@0', 'pUDn1JJVnHTqCA2aqia35HoHNZE='],
  ['demo-secret-key', 'GET@/api/grant/token/@1700000000', 'prEFe9Da28S9fE1Mk/vhJqV60wY='],
  ['demo-secret-key', 'GET@/api/grant/token/@1754006400', '5R9xaAiVbrBwnccEV1Br7ELwzHg='],
  ['demo-secret-key', 'POST@/api/statistic/user/task/@1754006400', 'f7/E596z2abRzmJbYmf7hKQnvuI='],
  ['密钥-Schlüssel', 'GET@/api/grant/token/@1700000000', '8PQ/tpQ+3lURJ9+936WAcfmw4Og='],
  ['a secret with spaces & =+/', 'GET@/api/grant/code/@1', 'rvkf3WIgdqcAciz4oSEx+W4U10g='],
  ['k'.repeat(100), 'POST@/api/statistic/user/task/@4102444800', 'G2MlbTRe+mVB7YJNVXB4pXwOacE='],
];

const parts = (signed: string) => {
  const [method = '', path = '', timestamp = ''] = signed.split('@');
  return { method, path, timestamp: Number(timestamp) };
};

describe('the signature', () => {
  test.each(KNOWN_ANSWERS)('with the secret %s over %s is what openssl computes', (secret, signed, expected) => {
    const request = parts(signed);
    expect(stringToSign(request)).toBe(signed);
    expect(sign(secret, request)).toBe(expected);
    expect(verifySignature(secret, request, expected)).toBe(true);
  });

  test.each([
    ['/api/grant/token', 'without its slash at the end'],
    ['api/grant/token/', 'without its slash at the beginning'],
    ['api/grant/token', 'without both'],
  ])('of the path %s, %s, is that of the path with both', (path) => {
    expect(sign('SECRET', { method: 'GET', path, timestamp: 1_700_000_000 })).toBe('6vHjsqFTfOi/my7kC3dzXUDvnow=');
  });

  test('takes the method in any case', () => {
    expect(sign('SECRET', { method: 'get', path: '/api/grant/token', timestamp: 1_700_000_000 })).toBe(
      '6vHjsqFTfOi/my7kC3dzXUDvnow=',
    );
  });

  test.each([
    ['another method', { method: 'POST', path: '/api/grant/token', timestamp: 1_700_000_000 }],
    ['another path', { method: 'GET', path: '/api/grant/code', timestamp: 1_700_000_000 }],
    ['another second', { method: 'GET', path: '/api/grant/token', timestamp: 1_700_000_001 }],
  ])('of %s is refused', (_what, request) => {
    expect(verifySignature('SECRET', request, '6vHjsqFTfOi/my7kC3dzXUDvnow=')).toBe(false);
  });

  test.each(['', '6vHjsqFTfOi/my7kC3dzXUDvnow', '6vHjsqFTfOi/my7kC3dzXUDvnow=x', 'ünïcode', 'x'.repeat(100_000)])(
    'given as %.30s is refused without a crash',
    (given) => {
      const request = { method: 'GET', path: '/api/grant/token', timestamp: 1_700_000_000 };
      expect(verifySignature('SECRET', request, given)).toBe(false);
    },
  );
});
