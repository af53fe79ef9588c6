import type { Command } from 'commander';
import { given } from '../../core/given';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { parsePort } from '../invocation/port';
import { print, say } from '../terminal/terminal';
import { registerServiceDesign } from './service-design';
import { registerServiceList } from './service-list';
import { registerProbe } from './service-probe';
import { registerUsage } from './service-usage';
import { registerVerify } from './service-verify';

interface ServiceOptions extends CommonOptions {
  port?: string;
  host?: string;
}

export function registerService(program: Command): Command {
  const service = program
    .command('service')
    .description(
      'run the embedded generation service; starts a Temporal server if none is configured. ' +
        'The subcommands call the configured generation service',
    )
    .option('--port <port>', 'port to listen on; 0 for a free port (default: server.port)')
    .option('--host <address>', 'address to listen on (default: server.host)')
    .action(async (_options, self: Command) => {
      const options = optionsOf<ServiceOptions>(self);
      const port = options.port === undefined ? undefined : parsePort(options.port);
      const { configured } = await openInvocation(options);
      const server = { ...configured.server, ...given({ port, host: options.host }) };
      // Runs the embedded service even if the settings name another one for decks.
      const settings = { ...configured, server, service: { ...configured.service, baseUrl: null } };
      const { runStack } = await import('../connect/run-stack.js');
      await runStack(
        settings,
        {
          ports: { temporal: 'prefer', service: 'insist' },
          running: 'refuse',
          shareTemporal: true,
          parts: { service: true, worker: false },
          onProgress: say,
        },
        ({ addresses }) => print(`service ready ${addresses.service}`),
      );
    });
  for (const register of [registerServiceList, registerServiceDesign, registerUsage, registerProbe, registerVerify])
    register(service);
  return service;
}
