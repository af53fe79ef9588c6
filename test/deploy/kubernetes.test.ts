import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { loadSettings } from '../../src/config';
import {
  deployFile,
  documents,
  faultsOfCommand,
  isKnownToService,
  needs,
  portsOf,
  settingsWithSecrets,
  type Tree,
  textOf,
  yamlOf,
} from './deployed';

const folder = 'kubernetes';
const files = readdirSync(deployFile(folder), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml') && name !== 'temporal.yaml')
  .map((name) => join(folder, name));
const kustomizations = files.filter((name) => name.endsWith('kustomization.yaml'));
const objects = files.filter((name) => !kustomizations.includes(name)).flatMap(documents);
const kind = (name: string): Tree[] => objects.filter((each) => each.kind === name);
const nameOf = ({ metadata }: Tree): string => metadata.name;
const deployments = kind('Deployment').map((each): [string, Tree] => [nameOf(each), each]);
const podOf = (deployment: Tree) => deployment.spec.template.spec;
const containerOf = (deployment: Tree) => podOf(deployment).containers[0];

const keys = Object.keys(kind('Secret')[0].stringData);
const values: Record<string, string> = {
  'api-key': 'decks',
  'secret-key': 's'.repeat(40),
  'database-url': 'postgres://deck:p@database:5432/deck',
  'review-key': 'r'.repeat(40),
  'operator-token': 'o'.repeat(40),
  'codec-token': 'c'.repeat(40),
  's3-access-key': 'a'.repeat(20),
  's3-secret-key': 'b'.repeat(40),
};
/** @param component whose settings are written, too: those that temporal.yaml has as comments */
const settingsOf = (held: string[], component?: string) =>
  settingsWithSecrets(
    `${folder}/temporal.yaml`,
    '/run/secrets/deck',
    Object.fromEntries(held.map((key) => [key, values[key]!])),
    { edit: (text) => (component === undefined ? text : withSettingsOf(text, component)) },
  );
const withSettingsOf = (text: string, component: string) =>
  text.replace(new RegExp(`( *)# With components/${component}:\\n((?:\\1# .*\\n)+)`, 'g'), (_, indent, lines: string) =>
    lines.replaceAll(`${indent}# `, indent),
  );
const settings = settingsOf(keys);
const ports = portsOf(settings);
const heldBy = (deployment: Tree): string[] =>
  podOf(deployment).volumes.flatMap(({ secret }: Tree) => secret?.items.map(({ key }: Tree) => key) ?? []);

describe('the kustomizations', () => {
  it.each(kustomizations)('%s names files that are there', (name) => {
    const { resources = [], configMapGenerator = [] } = yamlOf(name);
    const named = [...resources, ...configMapGenerator.flatMap((each: Tree) => each.files)];
    expect(named.filter((file) => !existsSync(deployFile(join(dirname(name), file))))).toEqual([]);
  });

  it('leave out only the template of the secret', () => {
    const named = kustomizations.flatMap((name) =>
      (yamlOf(name).resources ?? []).map((file: string) => join(dirname(name), file)),
    );
    expect(files.filter((name) => !kustomizations.includes(name) && !named.includes(name))).toEqual([
      `${folder}/secret.template.yaml`,
    ]);
  });

  it('offer last the components that change the others', () => {
    const offered = [...textOf(`${folder}/kustomization.yaml`).matchAll(/^# {2}- components\/(.+)$/gm)].map(
      ([, at]) => at,
    );
    expect(offered.slice(-2)).toEqual(['bucket', 'temporal-tls']);
    expect([...offered].sort()).toEqual(readdirSync(deployFile(`${folder}/components`)).sort());
  });

  it('take the image of this version', () => {
    const { version } = JSON.parse(readFileSync(deployFile('../package.json'), 'utf8'));
    const [image] = yamlOf(`${folder}/kustomization.yaml`).images;
    expect(image.newTag).toBe(version);
    for (const [, each] of deployments) expect(containerOf(each).image).toBe(image.name);
  });
});

test('the template of the secret has a place for each of these, and holds none', () => {
  expect(keys.sort()).toEqual(Object.keys(values).sort());
  expect(Object.values(kind('Secret')[0].stringData).filter((value) => value !== '')).toEqual([]);
});

test('the workers come with a key pair that the service knows', () => {
  expect(isKnownToService(settings, {})).toBe(true);
});

test('the service of the settings is a Service of the manifests', () => {
  const { hostname, port } = new URL(settings.service.baseUrl!);
  const service = kind('Service').find((each) => nameOf(each) === hostname);
  expect(service.spec.ports).toEqual([{ name: 'http', port: Number(port), targetPort: 'http' }]);
});

describe.each(deployments)('%s', (name, deployment) => {
  const pod = podOf(deployment);
  const container = containerOf(deployment);
  const process: string = container.args[0];

  it('runs a command that deck has', () => {
    expect(faultsOfCommand(container.args)).toEqual([]);
  });

  it('is given the secrets that it needs, and no others', () => {
    const held = heldBy(deployment);
    expect(held.filter((key) => !keys.includes(key))).toEqual([]);
    expect(() => needs[process]!(settingsOf(held), {})).not.toThrow();
    for (const one of held) {
      expect(() => needs[process]!(settingsOf(held.filter((key) => key !== one)), {})).toThrow(one);
    }
  });

  it('listens and is probed on the ports of its settings', () => {
    const listens = Object.fromEntries(
      container.ports.map(({ name: port, containerPort }: Tree) => [port, containerPort]),
    );
    const own = ports[process as keyof typeof ports];
    expect(listens).toEqual({ ...(own ? { http: own } : {}), health: ports.health, metrics: ports.metrics });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'health' });
    expect(container.startupProbe.httpGet).toEqual({ path: '/healthz', port: 'health' });
    expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'health' });
  });

  it('has more time to end than its own grace time', () => {
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
      settings.worker.shutdownGraceTime + settings.worker.shutdownReserve,
    );
  });

  it('runs without rights, on a file system that it cannot change', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('mounts what is declared, the settings where the image looks for them', () => {
    const volumes = pod.volumes.map((volume: Tree) => volume.name);
    expect(container.volumeMounts.map((mount: Tree) => mount.name).sort()).toEqual([...volumes].sort());
    expect(container.volumeMounts).toContainEqual({ name: 'settings', mountPath: '/etc/deck', readOnly: true });
    expect(readFileSync(deployFile('Dockerfile'), 'utf8')).toContain('DECK_CONFIG=/etc/deck/temporal.yaml');
    const claims = pod.volumes.flatMap((volume: Tree) => volume.persistentVolumeClaim?.claimName ?? []);
    expect(claims.filter((claim: string) => !kind('PersistentVolumeClaim').map(nameOf).includes(claim))).toEqual([]);
  });

  it('is found by the objects that select it', () => {
    const labels = { 'app.kubernetes.io/name': name };
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(deployment.spec.template.metadata.labels).toEqual(labels);
  });
});

/** A Deployment as a component changes it: its JSON patches, with the operations that ours use. */
function patchedBy(component: string, deployment: Tree): Tree {
  const patched = structuredClone(deployment);
  for (const { target, patch } of yamlOf(`${folder}/components/${component}/kustomization.yaml`).patches) {
    const operations = parse(patch);
    if (!Array.isArray(operations) || !isTarget(target, deployment)) continue;
    for (const { op, path, value } of operations) {
      const steps = path.split('/').slice(1);
      const last = steps.pop();
      const place = steps.reduce((tree: Tree, step: string) => tree[step], patched);
      if (op === 'test') expect(place[last]).toEqual(value);
      else if (op === 'add' && last === '-') place.push(value);
      else if (op === 'replace' && last in place) place[last] = value;
      else throw new Error(`${op} ${path}`);
    }
  }
  return patched;
}

function isTarget({ kind: kinds, labelSelector = '' }: Tree, deployment: Tree): boolean {
  const names = /^app\.kubernetes\.io\/name(?:=| in \()([^)]*)\)?$/.exec(labelSelector)?.[1]?.split(', ');
  return kinds.split('|').includes(deployment.kind) && (names === undefined || names.includes(nameOf(deployment)));
}

describe('with a bucket', () => {
  const inBucket = settingsOf(keys, 'bucket');
  const patched = deployments.map(([name, each]): [string, Tree] => [name, patchedBy('bucket', each)]);

  it('files and documents have places of their own in it', () => {
    const { files } = inBucket.server;
    expect(files).toMatchObject({ kind: 's3', endpoint: inBucket.documents.s3?.endpoint, bucket: 'deck' });
    expect(files.prefix).not.toBe(inBucket.documents.s3?.prefix);
    expect([settings.server.files.kind, settings.documents.s3]).toEqual(['directory', null]);
  });

  it.each(patched)('%s is given the keys of the bucket if it uses it', (_, deployment) => {
    const held = heldBy(deployment);
    const [process] = containerOf(deployment).args;
    expect(() => needs[process]!(settingsOf(held, 'bucket'), {})).not.toThrow();
    for (const one of held) {
      const others = held.filter((key) => key !== one);
      expect(() => needs[process]!(settingsOf(others, 'bucket'), {})).toThrow(one);
    }
  });

  it('the services need no volume, and the claim is left out', () => {
    const service = patched.find(([name]) => name === 'deck-service')![1];
    const claims = podOf(service).volumes.filter(({ persistentVolumeClaim }: Tree) => persistentVolumeClaim);
    expect(claims).toEqual([]);
    const removed = yamlOf(`${folder}/components/bucket/kustomization.yaml`).patches.at(-1).target;
    const service0 = podOf(deployments.find(([name]) => name === 'deck-service')![1]);
    expect(service0.volumes[3].persistentVolumeClaim.claimName).toBe(removed.name);
    expect(kind('PersistentVolumeClaim').map(nameOf)).toContain(removed.name);
  });
});

test.each(deployments)('with TLS to Temporal, %s has the files that the settings name', (_, deployment) => {
  const patched = patchedBy('temporal-tls', deployment);
  const { mountPath } = containerOf(patched).volumeMounts.find(({ name }: Tree) => name === 'temporal-tls');
  const { secretName } = podOf(patched).volumes.find(({ name }: Tree) => name === 'temporal-tls').secret;
  const { tls } = settingsOf(keys, 'temporal-tls').temporal;
  expect(tls.mode).toBe('always');
  expect([tls.serverCa, tls.clientCertificate, tls.clientKey]).toEqual(
    ['ca.crt', 'tls.crt', 'tls.key'].map((name) => ({ file: `${mountPath}/${name}` })),
  );
  expect(textOf(`${folder}/components/temporal-tls/kustomization.yaml`)).toContain(`Requires the Secret ${secretName}`);
});

describe('Temporal’s Helm chart', () => {
  const chart = yamlOf('temporal/helm-values.yaml');
  const [, release, namespace] = /helm install (\S+) temporal .*--namespace (\S+)/.exec(
    textOf('../docs/deployment.md').replaceAll('\\\n', ' '),
  )!;

  it('has its frontend at the address of the settings', () => {
    expect(settings.temporal.address).toBe(`${release}-frontend.${namespace}.svc.cluster.local:7233`);
  });

  it('runs the server with the settings that Compose gives it', () => {
    expect(chart.server.dynamicConfig).toEqual(yamlOf('temporal/dynamic-config.yaml'));
  });

  it('admits the namespace of deck to the frontend', () => {
    const [policy] = chart.extraObjects;
    expect(policy.kind).toBe('NetworkPolicy');
    expect(policy.spec.podSelector.matchLabels).toEqual({
      'app.kubernetes.io/instance': release,
      'app.kubernetes.io/component': 'frontend',
    });
    const [{ from, ports: open }] = policy.spec.ingress;
    const own = yamlOf(`${folder}/kustomization.yaml`).namespace;
    expect(from).toContainEqual({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': own } } });
    expect(open).toContainEqual({ port: 7233 });
  });
});

describe('the Job before a roll-out', () => {
  const [job] = kind('Job');
  const pod = podOf(job);
  const container = containerOf(job);
  const [worker] = kind('Deployment').filter((each) => nameOf(each) === 'deck-worker');

  it('runs a command that deck has, with the image and the settings of the workers', () => {
    expect(faultsOfCommand(container.args)).toEqual([]);
    expect(container.args[0]).toBe('replay');
    expect(container.image).toBe(containerOf(worker).image);
    expect(container.volumeMounts).toContainEqual({ name: 'settings', mountPath: '/etc/deck', readOnly: true });
    expect(pod.volumes.map((volume: Tree) => volume.name)).toEqual(
      container.volumeMounts.map((mount: Tree) => mount.name),
    );
  });

  it('fails once, runs without rights, and is applied with the settings alone', () => {
    expect(job.spec.backoffLimit).toBe(0);
    expect(pod.restartPolicy).toBe('Never');
    expect(container.securityContext).toEqual(containerOf(worker).securityContext);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    const [generator] = yamlOf(`${folder}/kustomization.yaml`).configMapGenerator;
    expect(job.metadata.labels).toEqual(generator.options.labels);
    const others = objects.filter((each) => each !== job && each.metadata.labels?.['deck.replay'] !== undefined);
    expect(others).toEqual([]);
  });
});

describe('versioned workers', () => {
  const component = `${folder}/components/versioned-workers`;
  const builds: string[] = yamlOf(`${component}/kustomization.yaml`).resources;

  it.each(builds)('%s says its build in every place', (path) => {
    const build = path.replace('builds/', '');
    const { nameSuffix, labels, patches } = yamlOf(`${component}/${path}/kustomization.yaml`);
    expect(nameSuffix).toBe(`-${build.replaceAll('.', '-')}`);
    expect(labels).toEqual([{ includeSelectors: true, pairs: { 'deck.build': build } }]);
    const [image, env] = parse(patches[0].patch);
    expect(image.value).toMatch(new RegExp(`/durable-presentations:${build}$`));
    const variables = Object.fromEntries(env.value.map(({ name, value }: Tree) => [name, String(value)]));
    const { versioning } = loadSettings({ file: deployFile(`${folder}/temporal.yaml`), env: variables }).worker;
    expect(versioning).toMatchObject({ deployment: 'deck', build });
  });

  it('start with the build of this version, and take the place of the workers without one', () => {
    const { version } = JSON.parse(readFileSync(deployFile('../package.json'), 'utf8'));
    expect(builds).toEqual([`builds/${version}`]);
    const { patches } = yamlOf(`${component}/kustomization.yaml`);
    const removed = patches.map(({ target }: Tree) => `${target.kind} ${target.name}`);
    const existing = documents(`${folder}/worker/worker.yaml`).map((each) => `${each.kind} ${nameOf(each)}`);
    expect(removed.sort()).toEqual(existing.sort());
    for (const { target } of patches) expect(target.labelSelector).toBe('!deck.build');
  });
});

test('worker and review page see the same documents', () => {
  const claim = (name: string) => {
    const deployment = deployments.find(([each]) => each === name)![1];
    const at = containerOf(deployment).volumeMounts.find((mount: Tree) => mount.mountPath === settings.data.directory);
    return podOf(deployment).volumes.find((volume: Tree) => volume.name === at.name).persistentVolumeClaim.claimName;
  };
  expect(claim('deck-review-server')).toBe(claim('deck-worker'));
});

test('pods reach what the settings name and the internet, but no metadata service', () => {
  const outgoing = kind('NetworkPolicy').filter(({ spec }) => spec.policyTypes.includes('Egress'));
  expect(outgoing.map(({ spec }) => spec.podSelector)).toEqual([{}]);
  const rules: Tree[] = outgoing[0].spec.egress;
  const rulesTo = (port: number | string) =>
    rules.filter(({ ports: open }) => open.some((each: Tree) => each.port === port)).flatMap(({ to }) => to);
  const { address } = settings.temporal;
  const [, namespace] = address.split('.');
  const inNamespace = (name?: string) => ({
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
  });
  expect(rulesTo(Number(address.split(':')[1]))).toContainEqual(inNamespace(namespace));
  const database = yamlOf('temporal/helm-values.yaml').server.config.persistence.datastores.default.sql;
  const [host, port] = database.connectAddr.split(':');
  expect(rulesTo(Number(port))).toContainEqual(inNamespace(host.split('.')[1]));
  const blocks = rules.flatMap(({ to }) => to.flatMap(({ ipBlock }: Tree) => ipBlock ?? []));
  expect(blocks).toHaveLength(1);
  expect(blocks[0].except).toContain('169.254.0.0/16');
});

test('what selects pods by name selects pods that exist', () => {
  const names = deployments.map(([name]) => name);
  const selected = JSON.stringify([
    kind('Service'),
    kind('PodDisruptionBudget'),
    kind('NetworkPolicy'),
    kind('PodMonitor'),
  ]);
  const found = [...selected.matchAll(/"app\.kubernetes\.io\/name":"([^"]+)"/g)].map(([, name]) => name!);
  const listed = [...selected.matchAll(/"values":\[([^\]]+)\]/g)].flatMap(([, list]) => JSON.parse(`[${list}]`));
  expect([...found, ...listed].filter((name) => !names.includes(name))).toEqual([]);
  const [scaled] = kind('HorizontalPodAutoscaler');
  expect(names).toContain(scaled.spec.scaleTargetRef.name);
});
