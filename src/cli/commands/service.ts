import type { Command } from 'commander';
import { given } from '../../core/given';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { parsePort } from '../invocation/port';
import { print, say } from '../terminal/terminal';
import { registerServiceDesign } from './service-design';
import { registerServiceList } from './service-list';
import { registerToken } from './service-token';
import { registerUsage } from './service-usage';

interface ServiceOptions extends CommonOptions {
  port?: string;
  host?: string;
}

export function registerService(program: Command): Command {
  const service = program
    .command('service')
    .description(
      'run the presentation service; uses the Temporal server that is configured, or starts one. ' +
        'The commands below it ask the service that the settings name',
    )
    .option('--port <port>', 'port to listen on; 0 picks a free one (default: server.port)')
    .option('--host <address>', 'address to listen on (default: server.host)')
    .action(async (_options, self: Command) => {
      const options = optionsOf<ServiceOptions>(self);
      const port = options.port === undefined ? undefined : parsePort(options.port);
      const { configured } = await openInvocation(options);
      const server = { ...configured.server, ...given({ port, host: options.host }) };
      // Whoever calls `deck service` wants this one, whatever service the decks of this machine are made by.
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
  for (const register of [registerServiceList, registerServiceDesign, registerUsage, registerToken]) register(service);
  return service;
}
