import { anchorsOf, pageTree } from '../docs/markdown';
import { DOCS_LABEL, faultsOfCommand, runbookOf, type Tree, textOf, yamlOf } from './deployed';

const VARIABLE = 'DECK_DOCS_URL';
const rules: Tree[] = yamlOf('prometheus/alerts.yaml').groups.flatMap((group: Tree) => group.rules);
const alerts = rules.map((rule): [string, Tree] => [rule.alert, rule.annotations]);

describe('runbook links', () => {
  const sections = anchorsOf(pageTree('docs/operations.md'));

  it.each(alerts)('%s has a section in the runbook and a link to it', (alert, { runbook_url: link }) => {
    expect([...sections]).toContain(alert.toLowerCase());
    expect(link).toBe(runbookOf(alert));
  });

  it.each(['prometheus/prometheus.yaml', 'prometheus/prometheus.compose.yaml'])('%s makes them absolute', (file) => {
    const { global, rule_files: loaded } = yamlOf(file);
    expect(global.external_labels).toEqual({ [DOCS_LABEL]: `\${${VARIABLE}}` });
    expect(loaded).toEqual(['alerts.yaml']);
  });

  it('compose.yaml passes the URL on', () => {
    expect(yamlOf('compose.yaml').services.prometheus.environment).toEqual({ [VARIABLE]: `\${${VARIABLE}:-}` });
  });
});

describe('commands', () => {
  const dashboard = JSON.parse(textOf('grafana/dashboards/deck-dashboard.json')) as { panels: Tree[] };
  const texts = [
    ...alerts.map(([, { description }]) => description),
    ...dashboard.panels.map((panel) => panel.description),
  ];
  const commands = texts.flatMap((text = '') =>
    [...text.matchAll(/`deck ([^`]+)`/g)].map(([, words]) => words as string),
  );

  it('of alerts and panels are found', () => expect(commands.length).toBeGreaterThan(20));
  it.each([...new Set(commands)])('deck %s', (words) => expect(faultsOfCommand(words.split(' '))).toEqual([]));
  it.each(['list --attentive', 'service list designs now', 'retry'])('deck %s would fail', (words) => {
    expect(faultsOfCommand(words.split(' '))).not.toEqual([]);
  });
});
