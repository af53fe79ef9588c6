/** The spelling of an option by its attribute: `templateColor` as `--template-color`. */
export function optionName(attribute: string): string {
  return `--${attribute.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
