import type { Bench } from './bench';
import { credentials } from './credentials';
import { designs } from './designs';
import { generation } from './generation';
import { reads } from './reads';

/** One statement about a service. */
export interface Check {
  title: string;
  /** The rules of docs/internals/coverage.md that it proves. */
  rules: readonly string[];
  /** It creates tasks, designs or exports, which the account pays for. */
  creates?: true;
  run(bench: Bench): Promise<void>;
}

/** In the order in which they run: each part uses what the parts before it have made. */
export const suite: readonly Check[] = [...credentials, ...reads, ...generation, ...designs];
