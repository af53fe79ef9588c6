import { spawn } from 'node:child_process';
import { CliError, exitCodes } from './exit';

/** Opens a URL in the default browser, without a shell. @throws CliError if there is no browser */
export function openInBrowser(url: string): Promise<void> {
  const [command, ...args] = opener(process.platform);
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    // The opener may keep running as long as the browser; no error within a second counts as success.
    const timer = setTimeout(() => settle(), 1_000);
    const settle = (why?: string) => {
      clearTimeout(timer);
      child.unref();
      if (why === undefined) resolve();
      else
        reject(new CliError(exitCodes.failure, `${command} cannot open the browser (${why}). Open this URL: ${url}`));
    };
    child.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
    child.once('exit', (code) => settle(code === 0 ? undefined : `exit code ${code}`));
  });
}

function opener(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
