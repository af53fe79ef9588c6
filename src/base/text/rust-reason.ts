/** `tcp connect error: Connection refused (Unavailable)` for the debug output of a gRPC status in Rust. */
export function rustReason(text: string): string {
  const [, code, message] = /\bStatus \{ code: (\w+), message: "((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  if (code === undefined || message === undefined) return text;
  const [, system] = /\bOs \{[^{}"]*message: "([^"]*)"/.exec(text) ?? [];
  return `${message}${system === undefined || system === message ? '' : `: ${system}`} (${code})`;
}
