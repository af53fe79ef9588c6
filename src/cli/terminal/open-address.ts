import { spawn } from 'node:child_process';
import { CliError, exitCodes } from './exit';

/** Opens an address with what the system opens addresses with; no shell reads it. @throws CliError when nothing does */
export function openAddress(address: string): Promise<void> {
  const [command, ...args] = opener(process.platform);
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
    // A browser that is started by it may stay; so long without a refusal is success enough.
    const patience = setTimeout(() => settle(), 1_000);
    const settle = (why?: string) => {
      clearTimeout(patience);
      child.unref();
      if (why === undefined) resolve();
      else reject(new CliError(exitCodes.failure, `${command} cannot open it (${why}); open it yourself: ${address}`));
    };
    child.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
    child.once('exit', (code) => settle(code === 0 ? undefined : `it ended with ${code}`));
  });
}

function opener(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
