import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export const CLIENT_SECRET = 'secret-of-this-client';

/** A real issuer on a free port. @param accounts claims by the name that a person logs in with @param late milliseconds of its clock */
export async function startIssuer(
  accounts: Record<string, object>,
  late = 0,
): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [`${__dirname}/issuer-process.mjs`, JSON.stringify(accounts), String(late)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const url = await new Promise<string>((ready, fail) => {
    createInterface(child.stdout).on('line', (line) => line.startsWith('http') && ready(line));
    child.once('exit', (code) => fail(new Error(`the issuer ended with ${code}`)));
  });
  return {
    url,
    stop() {
      child.kill();
      return exited;
    },
  };
}

/** A browser's cookies by origin and path prefix, without a browser. */
export class Visitor {
  private readonly cookies = new Map<string, Map<string, string>>();

  /** One request, without following redirects. */
  async visit(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.cookies.get(origin) ?? new Map<string, string>();
    this.cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') jar.delete(name!);
      else jar.set(name!, value!);
    }
    return response;
  }

  cookie(address: string, name: string): string | undefined {
    return this.cookies.get(new URL(address).origin)?.get(name);
  }

  forget(address: string): void {
    this.cookies.delete(new URL(address).origin);
  }

  /** Logs in at the issuer and accepts. @returns the address that the issuer sends the browser back to */
  async logIn(begin: string, account: string): Promise<string> {
    let address = begin;
    for (let step = 0; step < 20; step++) {
      const response = await this.visit(address);
      const location = response.headers.get('location');
      if (location !== null) {
        address = new URL(location, address).href;
        if (address.includes('/login/callback?')) return address;
        continue;
      }
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      if (action === undefined) throw new Error(`${response.status} at ${address}: ${page.slice(0, 300)}`);
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)![1]!;
      const form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: account, password: 'any' } : {}) });
      const sent = await this.visit(new URL(action, address).href, { method: 'POST', body: form });
      address = new URL(sent.headers.get('location')!, address).href;
    }
    throw new Error('the login did not end');
  }
}
