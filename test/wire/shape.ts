/**
 * Where an answer has another shape than the hand-typed one: keys missing or added, or another JSON type. Lists are
 * compared item by item with the example's first item. Returns one line a difference, with its path.
 */
export function shapeDifferences(
  example: unknown,
  actual: unknown,
  optional: readonly string[] = [],
  path = '$',
): string[] {
  const [expected, found] = [typeOf(example), typeOf(actual)];
  if (expected !== found) return [`${path}: ${found} instead of ${expected}`];
  if (Array.isArray(example) && Array.isArray(actual)) {
    if (example.length === 0) return [];
    return actual.flatMap((item, index) => shapeDifferences(example[0], item, optional, `${path}[${index}]`));
  }
  if (expected !== 'object') return [];
  const [model, given] = [example as Record<string, unknown>, actual as Record<string, unknown>];
  const differences: string[] = [];
  for (const key of new Set([...Object.keys(model), ...Object.keys(given)])) {
    if (key in model && key in given) {
      differences.push(...shapeDifferences(model[key], given[key], optional, `${path}.${key}`));
    } else if (!optional.includes(key)) {
      differences.push(`${path}.${key}: ${key in model ? 'missing' : 'not in the specification'}`);
    }
  }
  return differences;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}
