import { join } from 'node:path';
import { type AuditKey, auditKeyOf } from '../base/audit/audit-key';
import { keptSecret } from '../base/io/kept-secret';
import { readSecret } from './secrets';
import type { Settings } from './settings';

/** Where the audit log is, and how it is signed. @param data overrides `data.directory` */
export function auditOptions(
  settings: Settings,
  env?: NodeJS.ProcessEnv,
  data = settings.data.directory,
): { directory: string; key: AuditKey; keep: number } {
  const { auditKey, auditRetention: keep } = settings.data;
  const directory = join(data, 'audit');
  const secret = auditKey === null ? keptSecret(join(directory, 'key')) : readSecret(auditKey, 'data.auditKey', env);
  return { directory, key: auditKeyOf(secret), keep };
}
