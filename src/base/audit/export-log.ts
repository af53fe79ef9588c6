import { auditFiles } from './audit-files';
import { type AuditRecord, readLine } from './audit-line';
import { linesOf } from './verify-log';

/** The entries of all chains, each ID once. Within a chain they are in order. */
export async function* entriesOf(directory: string): AsyncGenerator<AuditRecord> {
  const seen = new Set<string>();
  const { files } = await auditFiles(directory);
  for await (const { line } of linesOf(directory, files)) {
    const record = readLine(line)?.record;
    if (record === undefined || (record.id !== undefined && seen.has(record.id))) continue;
    if (record.id !== undefined) seen.add(record.id);
    yield record;
  }
}

/** OCSF 1.3: API Activity (6003). */
const CLASS_UID = 6003;
const ACTIVITIES = { create: 1, read: 2, update: 3, delete: 4, other: 99 } as const;

export function ocsfOf(record: AuditRecord, version: string): object {
  const { action, who, from, deck, object, sha256, outcome, facts, at, origin, seq } = record;
  const activity_id = ACTIVITIES[kindOf(action)];
  const failed = outcome !== undefined && outcome >= 400;
  return {
    class_uid: CLASS_UID,
    category_uid: 6,
    activity_id,
    type_uid: CLASS_UID * 100 + activity_id,
    severity_id: 1,
    status_id: failed ? 2 : 1,
    time: Date.parse(at),
    metadata: {
      version: '1.3.0',
      uid: record.id ?? `${origin}/${seq}`,
      sequence: seq,
      product: { name: 'deck', vendor_name: 'deck', version },
    },
    actor: {
      user: {
        ...(who.name === undefined ? {} : { name: who.name }),
        ...((who.subject ?? who.uid) === undefined ? {} : { uid: who.subject ?? who.uid }),
        ...(who.account === undefined ? {} : { account: { uid: who.account } }),
        type: who.by,
      },
    },
    api: { operation: action, ...(outcome === undefined ? {} : { response: { code: outcome } }) },
    src_endpoint: { ...(from === undefined || from === '' ? {} : { ip: from }), name: from ?? '' },
    resources: [deck, object].flatMap((name) =>
      name === undefined ? [] : [{ name, ...(sha256 === undefined ? {} : { uid: sha256 }) }],
    ),
    unmapped: { ...facts, verified: who.verified ?? false },
  };
}

function kindOf(action: string): keyof typeof ACTIVITIES {
  if (/\.(?:read|list|download)/.test(action)) return 'read';
  if (/\.(?:grant|export|start|link|began)/.test(action)) return 'create';
  if (/\.(?:delete|erase|clear)/.test(action)) return 'delete';
  if (/^(?:decision|deck|template)\./.test(action)) return 'update';
  return 'other';
}
