import { clientCommands } from './client-commands.ts'
import type { Command } from './command.ts'
import { conformanceCommands } from './conformance-commands.ts'

/** The commands, in the order of the help. */
export const commands: readonly Command[] = [
  {
    words: ['start', '$0'],
    does: 'serve on 127.0.0.1:4113 (the default command)',
    shape: 'start',
    run: async (parsed) => (await import('./commands/start.ts')).start(parsed),
  },
  {
    words: 'exec',
    does: 'serve on a free port, run the command after -- with PLATFORM_* variables, exit with its code',
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
    does: 'list the names that can be given: operations, scenarios, deviations, conventions, formats, offers or members of faults',
    shape: 'list',
    positionals: { what: 'operations, scenarios, deviations, …' },
    run: async (parsed) => (await import('./commands/list.ts')).list(parsed),
  },
  {
    words: 'fleet',
    does: 'print the configuration of a balancer for several emulators, which hashes by world',
    shape: 'fleet',
    run: async (parsed) => (await import('./commands/fleet.ts')).fleet(parsed),
  },
  {
    words: 'init',
    does: 'write a first test, a driver, a target file and a job to begin with; overwrite nothing',
    shape: 'init',
    run: async (parsed) => (await import('./commands/init.ts')).init(parsed),
  },
  {
    words: 'conformance',
    does: 'check the conformance of a service or of a fresh emulator',
    usage: '$0 conformance [URL]',
    commands: conformanceCommands,
  },
  {
    words: 'learn [url] [other]',
    does: 'make a twin of a service: an emulator that answers as it does; or check one for drift',
    shape: 'learn',
    positionals: { url: 'Base URL of the service; with --diff the older twin', other: 'With --diff: the newer twin' },
    run: async (parsed) => (await import('./commands/learn.ts')).learn(parsed),
  },
  {
    words: 'client',
    does: 'judge a client of the API by what it sends and reports',
    usage: '$0 client [options] -- CMD …',
    commands: clientCommands,
  },
  {
    words: 'proxy [url]',
    does: 'stand between a client and a service, and judge both by what passes',
    shape: 'proxy',
    usage: '$0 proxy [options] URL -- CMD …',
    positionals: { url: 'Base URL of the service (default: that of --config, otherwise PLATFORM_BASE_URL)' },
    run: async (parsed) => (await import('./commands/proxy.ts')).proxy(parsed),
  },
  // Run by `runByYargs` itself.
  {
    words: 'help [topic]',
    does: 'show a page of the documentation; without a topic, list the topics',
  },
  {
    words: 'replay [file]',
    does: 'serve what a failed test saw, or run the test again',
    shape: 'replay',
    usage: '$0 replay [options] FILE [-- CMD …]',
    positionals: { file: 'A case (FILE.case.gz)' },
    run: async (parsed) => (await import('./commands/replay.ts')).replay(parsed),
  },
  {
    words: 'completion [shell]',
    does: 'print a script that completes words in your shell',
    shape: 'completion',
    positionals: { shell: 'bash, zsh or fish (default: by SHELL)' },
    run: async (parsed) => (await import('./commands/completion.ts')).completion(parsed),
  },
]
