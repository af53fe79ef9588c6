import { createHash } from 'node:crypto';
import { type AuditKey, isSigned } from './audit-key';

/** How the person or program of an entry is known. */
export type Identified =
  | 'link'
  | 'session'
  | 'token'
  | 'operator'
  | 'signature'
  | 'file-link'
  | 'message'
  | 'host-user'
  | 'rule'
  | 'none';

/** One thing that happened. It has no secret and no text: what someone saw is named by its hash. */
export interface AuditEntry {
  /** Such as `decision.approve`, `deck.read-text`, `service.grant`. */
  action: string;
  who: {
    name?: string;
    by: Identified;
    /** Whether a login, a signed link or a token vouches for the name. */
    verified?: boolean;
    /** The issuer's identifier of a person who logged in. */
    subject?: string;
    /** The account and user of the generation service: the account by the first 12 digits of the SHA-256 of its API key. */
    account?: string;
    uid?: string;
    channel?: string;
  };
  /** Client address. */
  from?: string;
  /** Workflow ID. */
  deck?: string;
  /** What was read or changed: a revision, a file, an ID. */
  object?: string;
  /** SHA-256 of the text or file that was seen, decided about or sent. */
  sha256?: string;
  /** HTTP status, or code of the service. */
  outcome?: number;
  /** Further facts, such as the changes of a decision. */
  facts?: Record<string, string | number | boolean>;
  /** Of something that may be written twice, because its writer is retried. */
  id?: string;
}

/** The last line of a chain. */
export interface Head {
  seq: number;
  sha256: string;
}

/** Entries about the log itself. */
export interface ChainFacts {
  /** `log.began`, `log.day`: public key of the chain. */
  key?: string;
  /** `log.began`, `log.day`: the last lines of other chains, so that a missing chain is noticed. */
  heads?: Record<string, Head>;
  /** `log.expired`: the last lines of removed files. */
  expired?: Record<string, Head>;
}

export type AuditRecord = { seq: number; prev: string; origin: string; at: string } & AuditEntry & ChainFacts;

export const FIRST_PREV = '0'.repeat(64);
const SIGNATURE = /,"sig":"([\w-]{86})"\}$/;

export const hashOfLine = (line: string): string => createHash('sha256').update(line).digest('hex');

export function signedLine(record: AuditRecord, key: AuditKey): string {
  const text = JSON.stringify(record);
  return `${text.slice(0, -1)},"sig":"${key.sign(text)}"}`;
}

/** @returns undefined if it is not a line of the log */
export function readLine(line: string): { record: AuditRecord; isBy: (publicKey: string) => boolean } | undefined {
  const [end, sig] = SIGNATURE.exec(line) ?? [];
  if (end === undefined || sig === undefined) return undefined;
  const text = `${line.slice(0, -end.length)}}`;
  try {
    return { record: JSON.parse(text) as AuditRecord, isBy: (publicKey) => isSigned(text, sig, publicKey) };
  } catch {
    return undefined;
  }
}
