import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { allTraits, builtBundle, programs } from '../../src/temporal/bundles';

describe('the workflow bundles', () => {
  /** Packages that a workflow sandbox needs; whatever else comes in came in by mistake. */
  const expected = ['@temporalio/common', '@temporalio/workflow', 'long', 'ms', 'nexus-rpc', 'unhomoglyph'];

  const tracers = [
    ...['api', 'core', 'resources', 'sdk-trace-base', 'semantic-conventions'].map((name) => `@opentelemetry/${name}`),
    '@temporalio/interceptors-opentelemetry',
  ];
  const built = programs.flatMap((program) => allTraits.map((traits) => [program, traits] as const));

  it.each(built)('%s %j: the sandbox library and own files, no other package, no Node module', (program, traits) => {
    const { codePath } = builtBundle(program, traits);
    const modules = [...readFileSync(codePath, 'utf8').matchAll(/^\/\*{3}\/ "([^"]+)"/gm)].map(([, name]) => name!);
    const packages = modules.map((name) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1]);
    const foreign = packages.filter(
      (name) => name !== undefined && ![...expected, ...(traits.traced ? tracers : [])].includes(name),
    );
    const own = modules.filter((_, index) => packages[index] === undefined);
    expect(packages).toEqual(expect.arrayContaining(['@temporalio/workflow']));
    expect(foreign).toEqual([]);
    expect(
      own.filter((name) => !/(^|\/)workflows\/|\/src\/(core|outline|base\/text)\/|^\?[0-9a-f]+$/.test(name)),
    ).toEqual([]);
    expect(modules.filter((name) => builtinModules.includes(name.replace(/^(external )?"?(node:)?/, '')))).toEqual([]);
  });
});
