import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Signs the audit log and the decisions next to delivered files, with Ed25519. */
export interface AuditKey {
  /** Base64url; it verifies, and cannot sign. */
  publicKey: string;
  sign(text: string): string;
}

/** Before the 32 bytes of a key, by RFC 8410. */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex');

/** The key that a secret of an installation stands for. */
export function auditKeyOf(secret: string): AuditKey {
  const seed = createHash('sha256').update('deck/audit\n').update(secret).digest();
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length);
  return {
    publicKey: publicKey.toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

const known = new Map<string, KeyObject>();

export function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    let key = known.get(publicKey);
    if (key === undefined) {
      const bytes = Buffer.from(publicKey, 'base64url');
      key = createPublicKey({ key: Buffer.concat([PUBLIC, bytes]), format: 'der', type: 'spki' });
      known.set(publicKey, key);
    }
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
