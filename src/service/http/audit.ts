import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { AuditEntry } from '../../base/audit/audit-line';
import { clientAddress } from '../../base/edge/client-address';
import type { EndpointName } from '../../contract';
import { asServiceError, ServiceError } from '../../contract/service-error';
import { given } from '../../core/given';
import type { Caller } from '../context/caller';
import type { Services } from '../context/services';
import type { FileRow } from '../store/schema';
import { userById } from '../store/users';
import type { Call, Reply } from './encode';

/** What the audit log calls a call: grants, exports and what removes or restores designs. */
const ACTIONS: { readonly [Name in EndpointName]?: string } = {
  grantToken: 'service.grant-token',
  grantCode: 'service.grant-code',
  startExport: 'service.export',
  deleteDesign: 'service.delete',
  clearDesign: 'service.clear',
  revertDesign: 'service.restore',
};

/** Makes a call, and writes its entry before its response is sent. */
export async function auditedCall(
  { audit, addressHeader }: Services,
  name: EndpointName,
  caller: Caller,
  c: Call,
  call: () => Promise<Reply>,
): Promise<Reply> {
  const action = ACTIONS[name];
  if (action === undefined) return call();
  const write = (how: Pick<AuditEntry, 'facts' | 'outcome'>) => {
    const user = caller.kind === 'user' ? caller.user : { apiKey: caller.apiKey, uid: c.get('uid'), channel: '' };
    const who = whoOf(caller.kind === 'user' ? 'token' : 'signature', user);
    const facts = { ...c.get('ids'), ...how.facts };
    return audit.append({ action, who, from: clientAddress(c, addressHeader), ...how, facts });
  };
  let response: Reply;
  try {
    response = await call();
  } catch (error) {
    const refusal = asServiceError(error);
    await write({ facts: { refused: refusal instanceof ServiceError ? refusal.kind : 'internal' } });
    throw error;
  }
  await write({ outcome: c.get('code') ?? 0 });
  return response;
}

/** Covers, which pages show by the dozen, are not downloads. */
export async function auditDownload({ audit, db, addressHeader }: Services, file: FileRow, c: Context): Promise<void> {
  if (file.export_key === null || c.req.method === 'HEAD') return;
  const user = (await userById(db, file.user_id)) ?? { apiKey: '', uid: undefined, channel: '' };
  await audit.append({
    action: 'service.download',
    who: whoOf('file-link', user),
    from: clientAddress(c, addressHeader),
    object: file.name,
    facts: { bytes: file.size },
    outcome: 200,
  });
}

function whoOf(
  by: 'token' | 'signature' | 'file-link',
  user: { apiKey: string; uid: string | undefined; channel: string },
) {
  const { apiKey, uid, channel } = user;
  // The key of an account is half of what signs a call.
  const account = createHash('sha256').update(apiKey).digest('hex').slice(0, 12);
  return { by, account, ...given({ uid }), ...(channel === '' ? {} : { channel }) };
}
