import { clientCommands } from './client-commands.ts'
import type { Command } from './command.ts'
import { conformanceCommands } from './conformance-commands.ts'

/** The commands, in the order of the help. */
export const commands: readonly Command[] = [
  {
    words: ['start', '$0'],
    does: 'serve on 127.0.0.1:4113',
    shape: 'start',
    run: async (parsed) => (await import('./commands/start.ts')).start(parsed),
  },
  {
    words: 'exec',
    does: 'run a command beside an emulator',
    shape: 'exec',
    usage: '$0 exec [options] -- CMD …',
    run: async (parsed) => (await import('./commands/exec.ts')).exec(parsed),
  },
  {
    words: 'openapi',
    does: 'print the OpenAPI 3.1 document',
    shape: 'openapi',
    run: async (parsed) => (await import('./commands/openapi.ts')).openapi(parsed),
  },
  {
    words: 'list [what]',
    does: 'list the names that options take',
    shape: 'list',
    positionals: { what: 'such as operations or deviations' },
    run: async (parsed) => (await import('./commands/list.ts')).list(parsed),
  },
  {
    words: 'fleet',
    does: 'print the configuration of a balancer',
    shape: 'fleet',
    run: async (parsed) => (await import('./commands/fleet.ts')).fleet(parsed),
  },
  {
    words: 'init',
    does: 'write a first test, a driver and a CI job',
    shape: 'init',
    run: async (parsed) => (await import('./commands/init.ts')).init(parsed),
  },
  {
    words: 'conformance',
    does: 'check a service, or a fresh emulator',
    usage: '$0 conformance [URL]',
    commands: conformanceCommands,
  },
  {
    words: 'learn [url] [other]',
    does: 'make a twin of a service, or check one',
    shape: 'learn',
    positionals: { url: 'Base URL of the service; with --diff the older twin', other: 'With --diff: the newer twin' },
    run: async (parsed) => (await import('./commands/learn.ts')).learn(parsed),
  },
  {
    words: 'client',
    does: 'judge a client by what it sends and reports',
    usage: '$0 client [options] -- CMD …',
    commands: clientCommands,
  },
  {
    words: 'proxy [url]',
    does: 'judge a client and a service by their traffic',
    shape: 'proxy',
    usage: '$0 proxy [options] URL -- CMD …',
    positionals: { url: 'Base URL of the service (default: that of --config, otherwise PLATFORM_BASE_URL)' },
    run: async (parsed) => (await import('./commands/proxy.ts')).proxy(parsed),
  },
  // Run by `runByYargs` itself.
  {
    words: 'help [topic]',
    does: 'show a page of the documentation',
  },
  {
    words: 'replay [file]',
    does: 'serve what a failed test saw',
    shape: 'replay',
    usage: '$0 replay [options] FILE [-- CMD …]',
    positionals: { file: 'A case (FILE.case.gz)' },
    run: async (parsed) => (await import('./commands/replay.ts')).replay(parsed),
  },
  {
    words: 'completion [shell]',
    does: 'print a completion script for your shell',
    shape: 'completion',
    positionals: { shell: 'bash, zsh or fish (default: by SHELL)' },
    run: async (parsed) => (await import('./commands/completion.ts')).completion(parsed),
  },
]
