/** SARIF 2.1.0, for tools that show the findings of linters. */
import { type CheckReport, RULES, type RuleId } from './finding';

export interface CheckedFile {
  /** As given on the command line. */
  path: string;
  report: CheckReport;
}

const ids = Object.keys(RULES) as RuleId[];

export function sarifOf(files: readonly CheckedFile[], version: string): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'deck check',
            version,
            rules: ids.map((id) => ({
              id,
              shortDescription: { text: RULES[id].finds },
              help: { text: RULES[id].remedy },
              defaultConfiguration: { level: RULES[id].severity },
            })),
          },
        },
        results: files.flatMap(({ path, report }) =>
          report.findings.map(({ rule, severity, slide, shape, message, remedy }) => ({
            ruleId: rule,
            ruleIndex: ids.indexOf(rule),
            level: severity,
            message: { text: `${message} ${remedy}` },
            locations: [
              {
                physicalLocation: { artifactLocation: { uri: uriOf(path) } },
                ...(slide === undefined
                  ? {}
                  : {
                      logicalLocations: [
                        {
                          fullyQualifiedName: `slide ${slide}${shape === undefined ? '' : `/${shape}`}`,
                          kind: 'element',
                        },
                      ],
                    }),
              },
            ],
          })),
        ),
      },
    ],
  };
}

const uriOf = (path: string): string => path.split(/[\\/]/).map(encodeURIComponent).join('/');
