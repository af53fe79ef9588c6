import fc from 'fast-check';
import { type EndpointName, endpointNames, endpointOf } from '../../../src/contract/index';
import type { HeaderLines } from './send';

/** One request as a careless or hostile client would send it. */
export interface FuzzedRequest {
  method: string;
  target: string;
  headers: HeaderLines;
  body: Buffer | undefined;
}

/** Values by field that a careful client would send, so that many requests get past the first check. */
export type RightValues = Readonly<Record<string, readonly string[]>>;

const HOSTILE_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '01',
  '9007199254740993',
  '99999999999999999999999999',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '[object Object]',
  "'; drop table designs; --",
  '../../../etc/passwd',
  '..%2f..%2f',
  '\u0000',
  'a\u0000b',
  '\r\nx-token: y',
  '\ud800',
  '\uFEFF\u202Eabc',
  '%',
  '%zz',
  '%00',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  '# T\n\n## C\n\n### P\n\n#### Q\n\ntext',
  '```markdown\n# T',
  '{"id":1,"value":"x","children":[]}',
  '{"id":1,"value":"x","type":"title","depth":1,"parentId":0,"sort":0,"children":[{"value":{}}]}',
  `${'['.repeat(5000)}`,
  `{"children":${'[{"children":'.repeat(400)}`,
  `${'#'.repeat(3000)} x`,
  `# ${'x'.repeat(20_000)}`,
  '| a | b |\n'.repeat(300),
  '茶'.repeat(300),
  '👩‍👩‍👧‍👧'.repeat(60),
];

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.integer().map(String),
  fc.json({ maxDepth: 3 }),
);

const fieldNames = [...new Set(endpointNames.flatMap((name) => Object.keys(endpointOf(name).request.shape)))];

const strangeNames = fc.oneof(
  fc.constantFrom(...fieldNames, '__proto__', 'toString', '', 'TASK_ID', 'a[b]', 'a.b'),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** The endpoint's own fields, right, hostile or left out, and now and then others or duplicates. */
function fields(endpoint: EndpointName, right: RightValues): fc.Arbitrary<[string, string][]> {
  const own = Object.keys(endpointOf(endpoint).request.shape).map((name) => {
    const known = right[name] ?? [];
    const value =
      known.length === 0
        ? hostileText
        : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: hostileText });
    return fc.option(fc.tuple(fc.constant(name), value), { freq: 6 });
  });
  const others = fc.array(fc.tuple(fc.oneof(strangeNames, fc.constantFrom('id', ...Object.keys(right))), hostileText), {
    maxLength: 2,
  });
  return fc
    .tuple(fc.tuple(...own), others, fc.boolean())
    .map(([mine, more, adds]) => [...mine.filter((pair) => pair !== null), ...(adds ? more : [])]);
}

/** The value once in a number of requests, else nothing. */
const oneIn = <Value>(many: number, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: many - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const BOUNDARY = 'fuzz';
/** A lone surrogate cannot be sent as UTF-8, so it goes out as what Node makes of it. */
const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

const encodings: Record<string, (given: [string, string][]) => { type: string; body: Buffer }> = {
  form: (given) => ({
    type: 'application/x-www-form-urlencoded',
    body: Buffer.from(given.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&')),
  }),
  'form, not escaped': (given) => ({
    type: 'application/x-www-form-urlencoded; charset=utf-8',
    body: Buffer.from(given.map(([name, value]) => `${name}=${value}`).join('&')),
  }),
  json: (given) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(Object.fromEntries(given))) }),
  'json of parsed values': (given) => ({
    type: 'application/json',
    body: Buffer.from(`{${given.map(([name, value]) => `${JSON.stringify(name)}:${asJson(value)}`).join(',')}}`),
  }),
  multipart: (given) => ({
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.from(`${given.map(([name, value]) => part(name, value, '')).join('')}--${BOUNDARY}--\r\n`),
  }),
  'multipart of files': (given) => ({
    type: `multipart/form-data; boundary="${BOUNDARY}"`,
    body: Buffer.from(
      `${given.map(([name, value], at) => part(name, value, `; filename="${at % 2 ? '' : 'a.docx'}"`)).join('')}--${BOUNDARY}--\r\n`,
    ),
  }),
  'multipart without an end': (given) => ({
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.from(given.map(([name, value]) => part(name, value, '')).join('')),
  }),
};

function part(name: string, value: string, file: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, '_')}"${file}\r\n\r\n${value}\r\n`;
}

function asJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

/** A type that does not fit, and bytes that are nothing. */
const nonsense = fc.record({
  type: fc.constantFrom(
    'application/json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${BOUNDARY}`,
    'application/x-www-form-urlencoded; charset=utf-16',
    'text/plain',
    'application/octet-stream',
    '',
    ';;;',
  ),
  body: fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('{', '[1]', '"x"', 'null', '{"a":', '--fuzz', '--fuzz--', '--fuzz\r\n\r\n', '&&&===')
      .map((text) => Buffer.from(text)),
  ),
});

const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
/** Headers that a request may carry in addition to its credentials; none of them frames the body. */
const extraHeaders = fc.array(
  fc.tuple(
    fc.constantFrom(
      'accept',
      'accept-encoding',
      'x-forwarded-host',
      'x-code',
      'cookie',
      'range',
      'if-none-match',
      'authorization',
      'content-encoding',
      'x-http-method-override',
      'x-channel',
      'origin',
    ),
    fc.oneof(headerText, fc.constantFrom('', '*', 'gzip', 'bytes=0-', 'identity', 'evil.test')),
  ),
  { maxLength: 2 },
);

const methods = fc.oneof(
  { weight: 30, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS') },
);

/** Requests of one endpoint, with credentials that are right most of the time. */
export function requests(
  endpoint: EndpointName,
  right: RightValues,
  credentials: () => HeaderLines,
): fc.Arbitrary<FuzzedRequest> {
  const { method, path } = endpointOf(endpoint);
  return fc
    .record({
      query: fields(endpoint, right),
      rawQuery: oneIn(8, headerText),
      body: fields(endpoint, right),
      encoding: fc.constantFrom(...Object.keys(encodings)),
      nonsense: oneIn(6, nonsense),
      extra: extraHeaders,
      method: methods,
      badCredentials: oneIn(12, headerText),
      slash: fc.constantFrom('', '', '', '/'),
    })
    .map((made) => {
      const sends = made.method ?? method;
      const query =
        made.rawQuery === null
          ? made.query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&')
          : encodeURI(made.rawQuery).replaceAll('%25', '%').replaceAll('#', '');
      const target = `${path}${made.slash}${query === '' ? '' : `?${query}`}`;
      const { type, body } = made.nonsense ?? encodings[made.encoding]!(made.body);
      const withBody = sends === 'POST' || sends === 'PUT' || sends === 'PATCH';
      const good = credentials();
      return {
        method: sends,
        // A longer request line is refused by Node's parser, before the service has a say.
        target: target.slice(0, 12_000).replace(/%.?$/, ''),
        headers: [
          ...(made.badCredentials === null ? good : good.map(([name]) => [name, made.badCredentials!] as const)),
          ...made.extra,
          ...(withBody && type !== '' ? [['content-type', type] as const] : []),
        ],
        body: withBody ? body : undefined,
      };
    });
}
