import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { type EndpointName, endpointNames } from '../../src/contract/index';
import { allUsual, templateFile } from '../brand/template-file';
import { type Draw, SEED } from '../deep';
import { type FuzzedRequest, requests } from '../service/hostile/fuzz';
import { DEMO, type Fields, Member, requestOf, signedLines } from '../service/hostile/member';
import { deepValue, longWords, manyFields, manySlides } from '../service/hostile/one-user';
import { wordDocument } from '../service/hostile/word-document';

type Request = Pick<FuzzedRequest, 'method' | 'target' | 'headers'> & { body?: Buffer | undefined };

const MB = 1024 ** 2;
/** Longer than this, an abuser does not wait for an answer. */
const GIVES_UP_MS = 5_000;

const texts = [
  manySlides(300),
  longWords(100),
  '| a | b |\n'.repeat(100_000),
  '['.repeat(500_000),
  '#'.repeat(1_000_000),
  'x'.repeat(7 * MB),
];
const files = [
  Buffer.from(wordDocument()),
  Buffer.from(templateFile({ masters: [{ layouts: allUsual }] })),
  // Small to send, large to unpack.
  Buffer.from(zipSync({ 'word/document.xml': strToU8(' '.repeat(60 * MB)) })),
  Buffer.alloc(30 * MB, 'PK'),
];
const bodies = [deepValue(100_000), manyFields(500_000)];

/** One user who calls any endpoint with anything, and leaves when it likes. */
export class Abuser {
  private readonly open = new Set<Socket>();
  private readonly fuzzed: Request[];
  calls = 0;

  private constructor(
    private readonly draw: Draw,
    private readonly member: Member,
    private readonly task: number,
    private readonly design: number,
  ) {
    // Without user_design_id, by which it would delete what it exports.
    const right = {
      task_id: [String(task)],
      id: [String(design)],
      design_id: [String(design)],
      format: ['ppt', 'pdf', 'png'],
      type: ['1', '3', '7', '8'],
    };
    this.fuzzed = endpointNames.flatMap((name) =>
      fc.sample(
        requests(name, right, () => this.credentials(name)),
        { numRuns: 15, seed: SEED + draw.below(1_000) },
      ),
    );
  }

  static async enter(draw: Draw, port: number, uid: string): Promise<Abuser> {
    const member = await Member.open(port, DEMO, uid);
    const task = (await member.data('createTask', { type: 7, content: manySlides(60) })).id;
    const design = (await member.data('saveDesign', { task_id: task })).id;
    return new Abuser(draw, member, task, design);
  }

  private credentials(name: EndpointName) {
    return name.startsWith('grant') || name === 'countUserOutlines' ? signedLines(DEMO, name) : this.member.headers;
  }

  private request(name: EndpointName, fields: Fields): Request {
    return requestOf(name, fields, this.credentials(name));
  }

  private next(): Request {
    const { draw, task: task_id, design: id } = this;
    switch (draw.below(12)) {
      case 0:
        return this.request('createTask', { type: 7, content: draw.of(texts) });
      case 1:
        return this.request('createTask', { type: 3, title: 'A', file: draw.of(files) });
      case 2:
        return this.request('saveDesign', { task_id });
      case 3:
        return this.request('startExport', { id, format: draw.of(['ppt', 'pdf', 'png', 'jpg']) });
      case 4:
        return this.request(draw.of(['streamOutline', 'streamContent', 'startContent', 'readPptTree']), { task_id });
      case 5: {
        const request = this.request(draw.of(['saveOutline', 'renameDesign', 'addProLayout']), { task_id });
        return { ...request, body: Buffer.from(draw.of(bodies)) };
      }
      default:
        return draw.of(this.fuzzed);
    }
  }

  /** Sends the next request: whole, slowly, or only a part of it. */
  call(): Promise<void> {
    this.calls += 1;
    const { draw } = this;
    const { method, target, headers, body = Buffer.alloc(0) } = this.next();
    const [manner, at] = [draw.below(10), draw.below(Math.max(1, body.length))];
    return new Promise((resolve) => {
      const socket = connect(this.member.port, '127.0.0.1');
      this.open.add(socket);
      socket.setTimeout(GIVES_UP_MS, () => socket.destroy());
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.open.delete(socket);
        resolve();
      });
      const lines = [...headers, ['host', 'localhost'], ['connection', 'close'], ['content-length', body.length]];
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`, 'latin1'));
      const leave = () => setTimeout(() => socket.destroy(), draw.below(300));
      if (manner === 0) socket.write(body.subarray(0, at), leave);
      else if (manner === 1)
        socket.write(body.subarray(0, at), () => setTimeout(() => socket.end(body.subarray(at)), 2_000));
      else if (manner === 2) socket.write(body, leave);
      else socket.write(body);
      // An answer that is not read fills the buffers of the service.
      if (manner !== 3) socket.resume();
    });
  }

  leave(): void {
    for (const socket of this.open) socket.destroy();
  }
}
