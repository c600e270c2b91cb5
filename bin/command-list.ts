import { clientCommands } from './client-commands.ts'
import type { Command } from './command.ts'
import { conformanceCommands } from './conformance-commands.ts'
import { endedBySignal, printed, unreachable, wrongUsage } from './exit-codes.ts'
import { execOptions } from './options/case-option.ts'
import { emulatorOptions, openapiOptions } from './options/emulator-options.ts'
import { fleetOptions } from './options/fleet-options.ts'
import { initOptions } from './options/init-options.ts'
import { learnOptions } from './options/learn-options.ts'
import { listOptions } from './options/list-options.ts'
import { proxyOptions } from './options/proxy-options.ts'
import { replayOptions } from './options/replay-options.ts'

/** The commands, in the order of the help. */
export const commands: readonly Command[] = [
  {
    words: ['start', '$0'],
    does: 'serve on 127.0.0.1:4113',
    options: emulatorOptions,
    exitCodes: [
      ['0', 'ended by Ctrl-C, SIGTERM or SIGHUP; all files were written'],
      ['2', 'wrong usage, or a port or file that cannot be used'],
    ],
    run: async (parsed) => (await import('./commands/start.ts')).start(parsed),
  },
  {
    words: 'exec',
    does: 'run a command beside an emulator',
    options: execOptions,
    exitCodes: [
      ['0 to 255', "the command's own"],
      ['126, 127', 'the command cannot be run, or does not exist'],
      ['128 + N', 'signal N ended the command'],
      ['2', 'also wrong usage: the command did not run'],
    ],
    usage: '$0 exec [options] -- CMD …',
    run: async (parsed) => (await import('./commands/exec.ts')).exec(parsed),
  },
  {
    words: 'openapi',
    does: 'print the OpenAPI 3.1 document',
    options: openapiOptions,
    exitCodes: printed,
    run: async (parsed) => (await import('./commands/openapi.ts')).openapi(parsed),
  },
  {
    words: 'list [what]',
    does: 'list the names that options take',
    options: listOptions,
    exitCodes: printed,
    positionals: { what: 'such as operations or deviations' },
    run: async (parsed) => (await import('./commands/list.ts')).list(parsed),
  },
  {
    words: 'fleet',
    does: 'print the configuration of a balancer',
    options: fleetOptions,
    exitCodes: printed,
    run: async (parsed) => (await import('./commands/fleet.ts')).fleet(parsed),
  },
  {
    words: 'init',
    does: 'write a first test, a driver and a CI job',
    options: initOptions,
    exitCodes: [['0', 'written, or nothing to write'], wrongUsage, unreachable],
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
    options: learnOptions,
    exitCodes: [
      ['0', 'learned; with --check or --diff: nothing has moved'],
      ['1', 'with --check or --diff: the service has moved'],
      wrongUsage,
      unreachable,
      ['4', 'nothing could be compared'],
      endedBySignal('what it made was deleted'),
    ],
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
    options: proxyOptions,
    exitCodes: [
      ['0', 'what passed decided something, and nothing failed'],
      ['1', 'something failed for the service or for the client'],
      ['2', 'wrong usage or configuration, or a command that cannot be run'],
      ['3', 'the service was never reached'],
      ['4', 'nothing could be decided by what passed'],
      ['0 to 255', 'that of a command that failed; 128 + N where signal N ended it'],
    ],
    usage: '$0 proxy [options] URL -- CMD …',
    positionals: { url: 'Base URL of the service (default: that of --config, otherwise PLATFORM_BASE_URL)' },
    run: async (parsed) => (await import('./commands/proxy.ts')).proxy(parsed),
  },
  // Run by `runByYargs` itself.
  {
    words: 'help [topic]',
    does: 'show a page of the documentation',
    exitCodes: printed,
  },
  {
    words: 'replay [file]',
    does: 'serve what a failed test saw',
    options: replayOptions,
    exitCodes: [
      ['0', 'ended by a signal; with a command, it sent the same requests'],
      ['1', 'the command sent another request than in the case'],
      ['2', 'wrong usage, or a file that cannot be opened'],
    ],
    usage: '$0 replay [options] FILE [-- CMD …]',
    positionals: { file: 'A case (FILE.case.gz)' },
    run: async (parsed) => (await import('./commands/replay.ts')).replay(parsed),
  },
  {
    words: 'completion [shell]',
    does: 'print a completion script for your shell',
    exitCodes: printed,
    positionals: { shell: 'bash, zsh or fish (default: by SHELL)' },
    run: async (parsed) => (await import('./commands/completion.ts')).completion(parsed),
  },
]

/** The commands by their words after `emulator`. */
export const commandsByName: ReadonlyMap<string, Command> = new Map(named(commands, ''))

function named(all: readonly Command[], group: string): readonly (readonly [string, Command])[] {
  return all.flatMap((command) => {
    const [word = ''] = [command.words].flat()[0]!.split(' ')
    const name = `${group} ${word === '$0' ? '' : word}`.trim()
    return command.commands ? named(command.commands, name) : [[name, command] as const]
  })
}

/** The name of the command of a command line: its words after `emulator`, and `start` where it names none. */
export function commandNameOf(argv: readonly string[]): string {
  const [first = '', second = ''] = argv
  return [`${first} ${second}`, first].find((name) => commandsByName.has(name)) ?? 'start'
}
