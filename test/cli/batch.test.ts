import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultServiceProfile } from '../../src/contract/profile';
import { faultLines, itemsOfCsv, itemsOfJsonl } from '../../src/decks/input/batch-lines';
import { CsvError, csvLine, readCsv } from '../../src/decks/input/csv';
import { checkedDeck } from '../../src/decks/input/plan';
import { defaultWorkflowSettings } from '../setup/workflow-settings';
import { deck, devIn, folderWith, QUICK_POLLING } from './deck';

describe('CSV', () => {
  test.each<[string, string, [number, ...string[]][]]>([
    [
      'cells and line ends of every kind',
      'a,b\r\nc,d\ne,f\rg,',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
        [3, 'e', 'f'],
        [4, 'g', ''],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFFa\nb',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'quotes with commas, quotes and line breaks',
      '"a,""b""\nc",d\ne,f',
      [
        [1, 'a,"b"\nc', 'd'],
        [3, 'e', 'f'],
      ],
    ],
    ['a quoted cell at the very end', 'a,""', [[1, 'a', '']]],
    [
      'rows without text',
      'a\n\n , \n""\nb\n',
      [
        [1, 'a'],
        [5, 'b'],
      ],
    ],
    ['nothing', '', []],
  ])('%s', (_, text, rows) => {
    expect(readCsv(text).map(({ line, cells }) => [line, ...cells])).toEqual(rows);
  });

  test.each<[string, string, number, string]>([
    ['an open quote', 'a\n"b\nc', 2, 'unclosed quote'],
    ['a quote inside a cell', 'a"b', 1, 'unexpected quote in an unquoted cell'],
    ['text after a quote', 'x\n"a"b', 2, 'unexpected text after a closing quote'],
  ])('%s is refused with its line', (_, text, line, sentence) => {
    let error: unknown;
    try {
      readCsv(text);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(CsvError);
    expect(error).toMatchObject({ line, message: expect.stringContaining(sentence) });
  });

  it('round-trips, and is written so that no spreadsheet evaluates it', () => {
    const cells = ['a,b', 'say "x"', 'two\nlines', '', 'plain'];
    expect(readCsv(csvLine(cells))[0]!.cells).toEqual(cells);
    expect(csvLine(['=1+1', -1, true])).toBe("'=1+1,-1,true\r\n");
  });
});

describe('the items of a file', () => {
  const settings = { workflow: defaultWorkflowSettings, profile: defaultServiceProfile };
  const options = { batch: 'b1', uid: 'u1', check: (input: unknown) => checkedDeck(input, settings) };

  it('CSV: the header names the fields; empty cells are omitted', async () => {
    const text =
      'title,name,formats,template.id,template.type,options.tone,edit,uid,request\r\n' +
      'Tea,,ppt; pdf,7,1,formal,false,,\r\n' +
      '"Coffee\nbreak",,,,,,,,\r\n' +
      '2026,Year,,,,3,,u2,year\r\n';
    const { items, faults } = await itemsOfCsv(text.replace('Coffee\n', 'Coffee '), options);
    expect(faults).toEqual([]);
    expect(items).toEqual([
      {
        line: 2,
        title: 'Tea',
        input: {
          uid: 'u1',
          request: 'b1-2',
          title: 'Tea',
          formats: ['ppt', 'pdf'],
          template: { id: 7, type: 1 },
          options: { tone: 'formal' },
          edit: false,
        },
      },
      { line: 3, title: 'Coffee break', input: { uid: 'u1', request: 'b1-3', title: 'Coffee break' } },
      {
        line: 4,
        title: '2026',
        input: { uid: 'u2', request: 'year', title: '2026', name: 'Year', options: { tone: 3 } },
      },
    ]);
  });

  it('defaults apply to each line; settings and options are merged', async () => {
    const defaults = { formats: ['pdf'], settings: { review: { mode: 'off' }, onFailure: 'fail' } };
    const text = '{"title":"a"}\n\n{"title":"b","formats":["ppt"],"settings":{"onFailure":"park"},"line":9}';
    const { items } = await itemsOfJsonl(text, { ...options, defaults });
    expect(items.map(({ line, input }) => [line, input.request, input.formats, input.settings])).toEqual([
      [1, 'b1-1', ['pdf'], { review: { mode: 'off' }, onFailure: 'fail' }],
      [9, 'b1-9', ['ppt'], { review: { mode: 'off' }, onFailure: 'park' }],
    ]);
  });

  it.each<[string, string, string]>([
    ['no JSON', '{"title":"a"}\n{title', 'line 2: must be valid JSON'],
    ['no object', '[1]', 'line 1: must be a JSON object'],
    ['an unknown field', '{"titel":"a"}', 'line 1: '],
    ['a wrong field', '{"title":"a","template":{"id":1}}', 'line 1: template: id and type must be given together'],
    ['an unknown setting', '{"title":"a","settings":{"reviw":{}}}', 'line 1: settings'],
    [
      'the same request twice',
      '{"title":"a","request":"r"}\n{"title":"b","request":"r"}',
      'of u1 is already on line 1',
    ],
    ['nothing', '\n', 'line 1: the file contains no decks'],
  ])('JSONL is refused for %s', async (_, text, sentence) => {
    expect(faultLines((await itemsOfJsonl(text, options)).faults).join('\n')).toContain(sentence);
  });

  it.each<[string, string, string]>([
    ['an unknown field', 'titel\na', 'line 1: titel: unknown field'],
    ['a field twice', 'title,title\na,b', 'line 1: title: duplicate column'],
    ['a field and a part of it', 'title,title.x\na,b', 'line 1: title.x: conflicts with the column title'],
    ['a column without a name', 'title,\na,b', 'line 1: column 2 has no name'],
    ['more cells than fields', 'title\na,b', 'line 2: the row has 2 cells, but the header has 1'],
    ['an open quote', 'title\na\n"b', 'line 3: unclosed quote'],
    ['a prototype', 'template.__proto__.x\n1', 'line 2: '],
  ])('CSV is refused for %s', async (_, text, sentence) => {
    expect(faultLines((await itemsOfCsv(text, options)).faults).join('\n')).toContain(sentence);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('twenty invalid lines are listed, the others counted', async () => {
    const { faults } = await itemsOfJsonl(Array.from({ length: 25 }, () => '{}').join('\n'), options);
    const lines = faultLines(faults);
    expect(lines).toHaveLength(21);
    expect(lines[20]).toBe('and 5 more lines');
  });
});

describe('deck batch', () => {
  const cwd = folderWith({
    workflow: { polling: QUICK_POLLING, review: { mode: 'off' } },
  });
  const run = (...args: string[]) => deck(['batch', ...args], { cwd });
  const file = (name: string, text: string) => writeFileSync(join(cwd, name), text);

  test('rejects a file with invalid lines, each with its number and field, before anything is created', async () => {
    file('wrong.csv', 'title,formats\nTea,ppt\n,pdf\nCoffee,doc\n');
    const { code, stdout, stderr } = await run('start', 'wrong.csv');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('The file wrong.csv has 2 invalid lines. Nothing was started:');
    expect(stderr).toContain('\n  line 3: title: ');
    expect(stderr).toContain('\n  line 4: formats.0: ');
    expect(existsSync(join(cwd, '.deck'))).toBe(false);
  });

  test.each<[string[], string]>([
    [['start', 'none.csv'], 'The file none.csv does not exist.'],
    [['start', '-'], 'The batch has no name. Set one with --batch.'],
    [['start', 'x.csv', '--concurrency', '0'], 'The concurrency limit must be a number from 1 to 200'],
    [['status', 'a/b'], '"a/b" is not a valid batch name.'],
  ])('refuses %j', async (args, sentence) => {
    const { code, stderr } = await run(...args);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });

  describe('next to a running stack', () => {
    devIn(cwd);

    test('creates a deck per line, follows the batch and reports', async () => {
      file(
        'tea.csv',
        'title,formats,template.color\nGreen tea,ppt,\n"Black tea, strong",pdf,\nBlue tea,,no such color\n',
      );
      const { code, stdout, stderr } = await run('start', 'tea.csv', '--uid', 'u1', '--concurrency', '2', '--wait');
      expect(stderr).toContain('2 of 3 delivered, 1 failed');
      expect(stderr).toContain('Some decks were not created (1 failed, 0 cancelled). Fix the cause');
      expect(code).toBe(1);
      const [id, report] = stdout.trimEnd().split('\n');
      expect(id).toBe('batch/tea');
      const rows = readCsv(readFileSync(report!, 'utf8'));
      expect(
        rows
          .slice(1)
          .map(({ cells }) => [cells[0], cells[2], cells[5]])
          .sort(),
      ).toEqual([
        ['2', 'tea-2', 'delivered'],
        ['3', 'tea-3', 'delivered'],
        ['4', 'tea-4', 'failed'],
      ]);
      const files = readdirSync(join(cwd, 'out', 'u1'), { recursive: true }).map(String);
      expect(
        files.filter((path) => /^black-tea-strong-\w+\/Black tea, strong \(frame\)\.pdf$/.test(path)),
      ).toHaveLength(1);
    });

    test('starting the fixed file again creates only the failed decks', async () => {
      file('tea.csv', 'title,formats\nGreen tea,ppt\n"Black tea, strong",pdf\nBlue tea,\n');
      const { code, stderr } = await run('start', 'tea.csv', '--uid', 'u1', '--wait');
      expect(stderr).toContain('3 of 3 delivered, 2 already existed');
      expect(code).toBe(0);
      const report = await run('status', 'tea', '--report', '--json');
      const rows = report.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { line: number; existing: boolean });
      expect(rows.map(({ line, existing }) => [line, existing]).sort()).toEqual([
        [2, true],
        [3, true],
        [4, false],
      ]);
      expect((await run('status', 'tea')).stdout).toContain('3 of 3 delivered');
      const watched = await run('status', 'tea', '--watch', '--json');
      expect(JSON.parse(watched.stdout)).toMatchObject({ status: 'COMPLETED', result: { delivered: 3 } });
    });

    test('can be paused, given another concurrency limit and cancelled with its decks', async () => {
      file('held.jsonl', '{"title":"One"}\n{"title":"Two"}\n{"title":"Three"}\n');
      const started = await run('start', 'held.jsonl', '--review', 'required', '--concurrency', '1', '--json');
      expect(JSON.parse(started.stdout)).toMatchObject({
        batch: 'held',
        workflowId: 'batch/held',
        total: 3,
        existing: false,
      });
      expect(JSON.parse((await run('start', 'held.jsonl', '--review', 'required', '--json')).stdout)).toMatchObject({
        existing: true,
      });
      file('held.jsonl', '{"title":"Other"}\n');
      expect((await run('start', 'held.jsonl')).stderr).toContain('is already running with different items');

      expect((await run('pause', 'held', '--comment', 'lunch')).stdout).toContain('paused; ');
      expect((await run('pause', 'held')).stderr).toContain('Rejected: the batch was already paused');
      expect((await run('resume', 'held', '--concurrency', '2')).stdout).toContain('resumed');
      expect((await run('concurrency', 'held', '3')).stdout).toContain('at most 3 decks run at the same time');
      expect((await run('cancel', 'held', '--running')).code).toBe(0);
      const ended = await run('status', 'held', '--watch');
      expect(ended.stderr).toContain('The batch held did not complete: it was cancelled.');
      expect(ended.code).toBe(1);
      expect((await run('resume', 'held')).stderr).toContain('has already ended (cancelled)');
    });

    test('an unknown batch is reported', async () => {
      const { code, stderr } = await run('status', 'nothing');
      expect(stderr).toContain('There is no batch nothing on this server.');
      expect(code).toBe(5);
    });
  });
});
