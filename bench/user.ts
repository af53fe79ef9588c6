import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_ACCOUNT } from '../src/config';
import { headers, sign } from '../src/contract';

export const TASK = '/api/ai/chat/v2/task';
const EXPORT = '/api/download/export/file';

interface Reply {
  code: number;
  // biome-ignore lint/suspicious/noExplicitAny: a benchmark reads the two or three fields that it needs.
  data: any;
}

/** A user of the demo account, with bare requests: what a benchmark measures is the service alone. */
export class BenchUser {
  private constructor(
    readonly url: string,
    readonly sent: Record<string, string>,
  ) {}

  static async open(url: string, uid: string): Promise<BenchUser> {
    const { apiKey, secretKey } = DEMO_ACCOUNT;
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = sign(secretKey, { method: 'GET', path: '/api/grant/token', timestamp });
    const answer = await fetch(`${url}/api/grant/token?uid=${uid}&channel=`, {
      headers: {
        [headers.apiKey]: apiKey,
        [headers.timestamp]: String(timestamp),
        [headers.signature]: signature,
      },
    });
    const { token } = ((await answer.json()) as Reply).data;
    return new BenchUser(url, { [headers.apiKey]: apiKey, [headers.token]: token, [headers.channel]: '' });
  }

  get(path: string): Promise<Reply> {
    return this.call(path, {});
  }

  form(path: string, fields: Record<string, string>): Promise<Reply> {
    return this.call(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  multipart(path: string, fields: Record<string, string | Blob>): Promise<Reply> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return this.call(path, { method: 'POST', body });
  }

  raw(path: string, contentType: string, body: Buffer): Promise<Reply> {
    return this.call(path, { method: 'POST', body, headers: { 'content-type': contentType } });
  }

  async text(path: string): Promise<string> {
    return (await fetch(this.url + path, { headers: this.sent })).text();
  }

  /** Milliseconds from the start of an export to its finished result. */
  async exportTime(design: string): Promise<number> {
    const began = performance.now();
    const { data: key } = await this.form(EXPORT, { id: design, format: 'ppt' });
    for (;;) {
      const { code, data } = await this.form(`${EXPORT}/result`, { task_key: key });
      if (code !== 0) throw new Error(`the export failed: ${JSON.stringify(data)}`);
      if (data.length > 0) return performance.now() - began;
      await delay(10);
    }
  }

  /** The longest that an answer took, of calls one after another. */
  async slowestShortCall(milliseconds: number): Promise<number> {
    let slowest = 0;
    for (const end = Date.now() + milliseconds; Date.now() < end; ) {
      for (const path of ['/healthz', '/api/design/list', '/api/template_component/suit/select']) {
        const began = performance.now();
        await this.get(path);
        slowest = Math.max(slowest, performance.now() - began);
      }
      await delay(20);
    }
    return slowest;
  }

  private async call(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Reply> {
    const answer = await fetch(this.url + path, { ...init, headers: { ...this.sent, ...init.headers } });
    return (await answer.json()) as Reply;
  }
}
