import { CLUSTER_HELP, type ClusterOptions, readClusterOptions } from '../../bench/cluster/options';

const options = (...args: string[]) => readClusterOptions(args) as ClusterOptions;

describe('the options of a cluster run', () => {
  it('have defaults', () => {
    expect(options()).toEqual({
      ...{ frontend: 1, history: 2, matching: 2, shards: 128, workers: 3, services: 2, decks: 200, atOnce: 20 },
      ...{ server: 'v1.29.1', faults: [], out: '', keep: '' },
    });
  });

  it('are read', () => {
    expect(
      options(...'--history 3 --at-once=5 --server v1.32.0 --faults rollouts,kills --out table.md'.split(' ')),
    ).toMatchObject({
      server: 'v1.32.0',
      history: 3,
      atOnce: 5,
      faults: ['rollouts', 'kills'],
      out: 'table.md',
    });
  });

  it.each([
    ['--history', '0', '--history must be an integer from 1 to 8, not "0"'],
    ['--workers', '33', '--workers must be an integer from 1 to 32, not "33"'],
    ['--decks', '1e3', '--decks must be an integer from 1 to 100000, not "1e3"'],
    ['--shards', 'many', '--shards must be an integer from 1 to 4096, not "many"'],
    ['--faults', 'kills,fire', '--faults must be a list of kills, rollouts, partitions, not "kills,fire"'],
    ['--server', '1.32', '--server must be v1.29.1 or v1.32.0, not "1.32"'],
    ['--nodes', '2', "Unknown option '--nodes'"],
  ])('refuse %s %s', (flag, value, message) => {
    expect(() => options(flag, value)).toThrow(message);
  });

  it('are all in the help', () => {
    expect(readClusterOptions(['--help', '--decks', 'many'])).toBe('help');
    for (const flag of ['frontend', 'history', 'matching', 'shards', 'workers', 'services', 'decks', 'at-once']) {
      expect(CLUSTER_HELP).toContain(`  --${flag} N `);
    }
  });
});
