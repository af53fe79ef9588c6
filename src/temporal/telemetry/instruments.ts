import type { MetricMeter, MetricTags } from '@temporalio/common';
import type { MetricDefinition } from '../../core/metric-names';

type Definitions = Readonly<Record<string, MetricDefinition>>;
type LabelsOf<Definition extends MetricDefinition> = Record<keyof Definition['labels'], string>;

/** One function per metric that records a value. */
type Instruments<Group extends Definitions> = {
  readonly [Name in keyof Group]: (value: number, labels: LabelsOf<Group[Name]>) => void;
};

/** Instruments of a group on the process's meter. On the SDK's no-op meter they cost almost nothing. */
export function instrumentsOf<Group extends Definitions>(meter: MetricMeter, group: Group): Instruments<Group> {
  const write = ({ name, kind, help }: MetricDefinition) => {
    switch (kind) {
      case 'counter': {
        const counter = meter.createCounter(name, undefined, help);
        return (value: number, labels: MetricTags) => counter.add(value, labels);
      }
      case 'gauge': {
        const gauge = meter.createGauge(name, 'float', undefined, help);
        return (value: number, labels: MetricTags) => gauge.set(value, labels);
      }
      case 'histogram': {
        const histogram = meter.createHistogram(name, 'float', undefined, help);
        return (value: number, labels: MetricTags) => histogram.record(value, labels);
      }
    }
  };
  return Object.fromEntries(
    Object.entries(group).map(([name, definition]) => [name, write(definition)]),
  ) as unknown as Instruments<Group>;
}
