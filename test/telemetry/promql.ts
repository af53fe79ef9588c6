import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** One metric as an expression names it. */
export interface Selected {
  metric: string;
  /** Labels of its matchers and of the groupings around it. */
  labels: string[];
  /** Values that `=` asks for, by label. */
  values: [label: string, value: string][];
}

export interface Expression {
  /** Pieces that Prometheus could not parse. */
  faults: string[];
  selected: Selected[];
}

export function readPromql(expression: string): Expression {
  // Grafana's own variables are used as durations.
  const text = expression.replaceAll('$__rate_interval', '5m');
  const faults: string[] = [];
  const selected: Selected[] = [];
  const slice = ({ from, to }: SyntaxNode) => text.slice(from, to);
  parser.parse(text).iterate({
    enter({ type, node }) {
      if (type.isError) faults.push(`${text.slice(0, node.from)}⟨here⟩${text.slice(node.from)}`);
      if (type.name !== 'VectorSelector') return;
      const matchers = all(node, 'UnquotedLabelMatcher');
      // The aggregations around it, each with its own `by`.
      const groups = ancestors(node).flatMap((around) => around.getChild('AggregateModifier') ?? []);
      const names = [...matchers, ...groups].flatMap((part) => all(part, 'LabelName')).map(slice);
      selected.push({
        metric: slice(node.getChild('Identifier')!),
        labels: [...new Set(names)],
        values: matchers
          .filter((matcher) => all(matcher, 'EqlSingle').length > 0)
          .map((matcher) => [
            slice(all(matcher, 'LabelName')[0]!),
            slice(all(matcher, 'StringLiteral')[0]!).slice(1, -1),
          ]),
      });
    },
  });
  return { faults, selected };
}

function ancestors(node: SyntaxNode): SyntaxNode[] {
  return node.parent === null ? [] : [node.parent, ...ancestors(node.parent)];
}

function all(node: SyntaxNode, name: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  node.cursor().iterate((inner) => {
    if (inner.name === name) found.push(inner.node);
  });
  return found;
}
