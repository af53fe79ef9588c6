import { readdirSync, readFileSync } from 'node:fs';

export interface OtherProcess {
  pid: number;
  /** Arguments or environment, as `/proc` has them; nothing of one that has ended or belongs to another user. */
  read(what: 'cmdline' | 'environ'): string[];
}

/** Every process of this machine but the one that asks. */
export function otherProcesses(): OtherProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({
      pid: Number(name),
      read(what) {
        try {
          return readFileSync(`/proc/${name}/${what}`, 'utf8').split('\0');
        } catch {
          return [];
        }
      },
    }));
}
