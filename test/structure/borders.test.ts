import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { packageRoot } from '../../src/io/package-root';
import { allTraits, builtBundle, programs } from '../../src/temporal/bundles';

interface Import {
  file: string;
  target: string;
  typeOnly: boolean;
}

/** Every import of a TypeScript file; relative targets as paths from the root of the package. */
function importsOf(folder: string): Import[] {
  const found: Import[] = [];
  for (const entry of readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.ts$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const statements = text.matchAll(/^(?:import|export)\s+(type\s)?([^'";]*?from\s+)?'([^']+)'/gm);
    for (const [, typeOnly, names = '', target = ''] of statements) {
      const allTypes =
        /^\{[^}]*\}\s*from\s+$/.test(names) &&
        names
          .replace(/[{}]|from/g, '')
          .split(',')
          .every((name) => name.trim() === '' || name.trim().startsWith('type '));
      found.push({
        file: relative(packageRoot, path).split(sep).join('/'),
        target: target.startsWith('.')
          ? relative(packageRoot, resolve(path, '..', target))
              .split(sep)
              .join('/')
          : target,
        typeOnly: typeOnly !== undefined || allTypes,
      });
    }
  }
  return found;
}

const breaches = (folder: string, allowed: (found: Import) => boolean) =>
  importsOf(folder)
    .filter((found) => !allowed(found))
    .map(({ file, target, typeOnly }) => `${file} imports ${typeOnly ? 'types of ' : ''}${target}`);

const within =
  (...folders: string[]) =>
  (target: string) =>
    folders.some((folder) => target === folder || target.startsWith(`${folder}/`));

describe('import borders', () => {
  it('the contract imports zod, node:crypto and itself', () => {
    expect(breaches('src/contract', ({ target }) => within('src/contract', 'zod', 'node:crypto')(target))).toEqual([]);
  });

  it('workflows import the sandbox library, themselves, a list of characters, and types of the rest', () => {
    const own = within('workflows', '@temporalio/workflow');
    const typed = within('activities', 'src/contract', 'src/presentation', '@temporalio/common');
    // Their base classes stand in no other library; the sandbox has that one in any case.
    const converters = ['workflows/encoded-failures.ts', 'workflows/readable-payloads.ts'];
    const converter = ({ file, target }: Import) => converters.includes(file) && target === '@temporalio/common';
    // One list of the characters that are refused, for the sandbox and for what stands outside of it.
    const shared = within('src/text/unprintable');
    expect(
      breaches(
        'workflows',
        ({ target, ...found }) =>
          own(target) || shared(target) || (found.typeOnly && typed(target)) || converter({ target, ...found }),
      ),
    ).toEqual([]);
    expect(readFileSync(join(packageRoot, 'src/text/unprintable.ts'), 'utf8')).not.toMatch(/^import /m);
  });

  it('the service knows neither client nor activities nor workflows, beyond its own jobs', () => {
    const foreign = within(
      'src/client',
      'activities',
      'workflows',
      'src/cli',
      'src/worker',
      'src/presentation',
      'src/review',
    );
    const jobs = within('activities/jobs', 'workflows/jobs', 'src/temporal/bundles');
    expect(breaches('src/service', ({ target }) => !foreign(target) || jobs(target))).toEqual([]);
  });

  it('the client knows the contract alone, how deep JSON nests, and how a file is written whole', () => {
    expect(
      breaches(
        'src/client',
        ({ target }) =>
          !within('src', 'activities', 'workflows')(target) ||
          within('src/client', 'src/contract', 'src/io/durable-file', 'src/text/nesting')(target),
      ),
    ).toEqual([]);
  });

  it('what programs import knows the words of the deck and the Temporal client, and none of the processes', () => {
    const codec = ['src/temporal/encryption', 'src/temporal/encryption-converter'];
    const attributes = 'src/core/search-attributes';
    const allowed = within(
      'src/api',
      'src/presentation',
      'src/text/unprintable',
      attributes,
      ...codec,
      '@temporalio/client',
      '@temporalio/common',
      'zod',
    );
    expect(
      breaches('src/api', ({ target, typeOnly }) => allowed(target) || target.startsWith('node:') || typeOnly),
    ).toEqual([]);
  });

  it('nothing below the command line imports it', () => {
    const folders = [
      'src/api',
      'activities',
      'workflows',
      'src/client',
      'src/config',
      'src/contract',
      'src/notifications',
      'src/presentation',
      'src/review',
      'src/service',
      'src/temporal',
      'src/worker',
    ];
    expect(folders.flatMap((folder) => breaches(folder, ({ target }) => !within('src/cli')(target)))).toEqual([]);
  });

  it('sees a forbidden import when there is one', () => {
    expect(breaches('src/cli', ({ target }) => !within('src/config')(target))).not.toEqual([]);
  });
});

describe('the workflow bundles', () => {
  /** Packages that a workflow sandbox needs; whatever else comes in came in by mistake. */
  const expected = ['@temporalio/common', '@temporalio/workflow', 'long', 'ms', 'nexus-rpc'];

  const tracers = [
    ...['api', 'core', 'resources', 'sdk-trace-base', 'semantic-conventions'].map((name) => `@opentelemetry/${name}`),
    '@temporalio/interceptors-opentelemetry',
  ];
  const built = programs.flatMap((program) => allTraits.map((traits) => [program, traits] as const));

  it.each(built)('%s %j: the sandbox library and own files, no zod, no Node module', (program, traits) => {
    const { codePath } = builtBundle(program, traits);
    const modules = [...readFileSync(codePath, 'utf8').matchAll(/^\/\*{3}\/ "([^"]+)"/gm)].map(([, name]) => name!);
    const packages = modules.map((name) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1]);
    const foreign = packages.filter(
      (name) => name !== undefined && ![...expected, ...(traits.traced ? tracers : [])].includes(name),
    );
    const own = modules.filter((_, index) => packages[index] === undefined);
    expect(packages).toEqual(expect.arrayContaining(['@temporalio/workflow']));
    expect(foreign).toEqual([]);
    expect(own.filter((name) => !/(^|\/)workflows\/|\/src\/unprintable\.js$|^\?[0-9a-f]+$/.test(name))).toEqual([]);
    expect(modules.filter((name) => builtinModules.includes(name.replace(/^(external )?"?(node:)?/, '')))).toEqual([]);
  });
});
