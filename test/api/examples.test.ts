import { execFile } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/base/io/package-root';
import { blocksOf } from '../docs/blocks';
import { type Pipeline, startPipeline } from '../pipeline/pipeline';
import { type OutsideProgram, outsideProgram } from './outside-program';
import { pythonWithSdk } from './python';

const example = (name: string) => join(packageRoot, 'docs', 'examples', name);

let pipeline: Pipeline;
let outside: OutsideProgram;
beforeAll(async () => {
  [pipeline, outside] = await Promise.all([startPipeline(), outsideProgram()]);
});
afterAll(async () => {
  outside.remove();
  await pipeline.close();
});

const where = () => ({
  TEMPORAL_ADDRESS: pipeline.temporal.address,
  TEMPORAL_NAMESPACE: pipeline.settings.temporal.namespace,
  DECK_TASK_QUEUE: pipeline.settings.temporal.taskQueue,
});

/** What both print, from the start to the file. */
function expectWholeStory(stdout: string, id: string, title: string): void {
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toBe(`${id} is started`);
  expect(lines).toContain(`# ${title}`);
  expect(lines).toContain('revision 1 is approved; content is generated next');
  expect(lines).toContainEqual(expect.stringMatching(/^frame with \d+ open prompts$/));
  expect(statSync(lines.at(-1)!).size).toBeGreaterThan(10_000);
}

/** The same request again: the deck that is there. */
function expectSameDeck(again: string, first: string, id: string): void {
  const lines = again.trimEnd().split('\n');
  expect(lines[0]).toBe(`${id} was started before`);
  expect(lines.at(-1)).toBe(first.trimEnd().split('\n').at(-1));
}

describe('docs/examples', () => {
  it('start-and-approve.ts makes a deck, as a program elsewhere that has this package installed', async () => {
    const program = await outside.compile(example('start-and-approve.ts'));
    const args = [program, 'Tea in TypeScript', 'ts'];
    const { stdout } = await outside.node(args, where());
    expectWholeStory(stdout, 'presentation/example/ts', 'Tea in TypeScript');
    const again = await outside.node(args, where());
    expectSameDeck(again.stdout, stdout, 'presentation/example/ts');
  });

  it('the program of the README makes a deck', async () => {
    const [shown] = blocksOf('README.md').filter(({ kind }) => kind === 'ts');
    const { taskQueue, namespace } = pipeline.settings.temporal;
    const text = shown!.text
      .replace('{ connection:', `{ namespace: '${namespace}', connection:`)
      .replace('connect()', `connect({ address: '${pipeline.temporal.address}' })`)
      .replace("title: 'Green tea' })", `title: 'Green tea' }, { taskQueue: '${taskQueue}' })`);
    expect(text.match(/namespace:|address:|taskQueue:/g)).toEqual(['namespace:', 'address:', 'taskQueue:']);
    const source = join(outside.folder, 'readme', 'program.mts');
    mkdirSync(dirname(source));
    writeFileSync(source, text);
    const { stdout } = await outside.node([await outside.compile(source)]);
    expect(stdout).toMatch(/path: '.*Green tea \(frame\)\.pptx'/);
  });

  it('start_and_approve.py makes a deck with the SDK for Python and plain JSON', async () => {
    const found = await pythonWithSdk();
    if ('reason' in found) {
      process.stderr.write(`SKIPPED: docs/examples/start_and_approve.py was not run: ${found.reason}\n`);
      return;
    }
    const args = [example('start_and_approve.py'), 'Tea in Python', 'py'];
    const options = { env: { ...process.env, ...where() }, timeout: 600_000 };
    const { stdout } = await promisify(execFile)(found.python, args, options);
    expectWholeStory(stdout, 'presentation/example/py', 'Tea in Python');
    const again = await promisify(execFile)(found.python, args, options);
    expectSameDeck(again.stdout, stdout, 'presentation/example/py');
  });
});

describe('the package, imported', () => {
  const loaded = async (script: string) => JSON.parse((await outside.node(['-e', script])).stdout);

  it('loads neither worker nor service, and no native module', async () => {
    const script = `require('durable-presentations'); console.log(JSON.stringify(Object.keys(require.cache)))`;
    const files: string[] = await loaded(script);
    const own = files
      .filter((file) => /durable-presentations\/dist\//.test(file))
      .map((file) => file.split('/dist/')[1]);
    expect(
      own.filter(
        (file) =>
          !/^src\/(decks\/(api|input)|frames\/(kinds|other-languages)|core|outline|base\/(text|io\/encryption)|temporal\/encryption)\b/.test(
            file!,
          ),
      ),
    ).toEqual([]);
    const packages = files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
    expect(packages).toEqual(expect.arrayContaining(['@temporalio/client', 'zod']));
    expect(packages.filter((name) => /worker|core-bridge|sqlite|sharp|hono|undici/.test(name!))).toEqual([]);
    expect(files.filter((file) => file.endsWith('.node'))).toEqual([]);
  });

  it('is there for import as for require, and its schemas by their names', async () => {
    const imported = await outside.node([
      '--input-type=module',
      '-e',
      `import { startPresentation, schemaNames } from 'durable-presentations'; console.log(typeof startPresentation, schemaNames.length)`,
    ]);
    expect(imported.stdout.trim()).toBe('function 9');
    expect(
      await loaded(`console.log(JSON.stringify(require('durable-presentations/schemas/result.json')))`),
    ).toMatchObject({ title: 'result' });
  });

  it('offers nothing else', async () => {
    await expect(outside.node(['-e', `require('durable-presentations/dist/src/service/service.js')`])).rejects.toThrow(
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    );
  });
});
