import { type Command, command } from './command.ts'
import { endedBySignal, printed, unreachable, wrongUsage } from './exit-codes.ts'
import { emulatorOptions, execOptions, openapiOptions } from './options/emulator-options.ts'
import { choiceOption, flagOption, integerOption, type Options, listOption } from './options/option.ts'

/** The first line of the help. */
export const introduction = 'A local Platform Data API: try `emulator start` or `emulator init`.'

/** The commands, in the order of the help. */
export const commands: readonly Command[] = [
  command({
    words: ['start', '$0'],
    does: 'serve on 127.0.0.1:4113',
    options: emulatorOptions,
    exitCodes: [
      ['0', 'ended by Ctrl-C, SIGTERM or SIGHUP; all files were written'],
      ['2', 'wrong usage, or a port or file that cannot be used'],
    ],
    run: async (flags) => (await import('./commands/start.ts')).start(flags),
  }),
  command({
    words: 'exec',
    does: 'run a command beside an emulator',
    usage: '$0 exec [options] -- CMD …',
    options: execOptions,
    takesCommand: true,
    exitCodes: [
      ['0 to 255', "the command's own"],
      ['126, 127', 'the command cannot be run, or does not exist'],
      ['128 + N', 'signal N ended the command'],
      ['2', 'also wrong usage: the command did not run'],
    ],
    run: async (flags, { command: line }) => (await import('./commands/exec.ts')).exec(flags, line),
  }),
  command({
    words: 'openapi',
    does: 'print the OpenAPI 3.1 document',
    options: openapiOptions,
    exitCodes: printed,
    run: async (flags) => (await import('./commands/openapi.ts')).openapi(flags),
  }),
  command({
    words: 'list [what]',
    does: 'list the names that options take',
    positionals: { what: 'such as operations or deviations' },
    positionalValues: { what: async () => (await import('./commands/list.ts')).listNames },
    options: { json: flagOption('Print JSON instead of text') },
    exitCodes: printed,
    run: async ({ json }, { words }) => (await import('./commands/list.ts')).list(words['what'], json),
  }),
  command({
    words: 'fleet',
    does: 'print the configuration of a balancer',
    options: {
      print: choiceOption('Balancer', ['haproxy', 'nginx', 'kubernetes']),
      workers: integerOption('NUMBER of workers', { from: 1, to: 256, defaultDescription: '4' }),
    },
    exitCodes: printed,
    run: async (flags) => (await import('./commands/fleet.ts')).fleet(flags),
  }),
  command({
    words: 'init',
    does: 'write a first test, a driver or a target file',
    options: async () => (await import('./options/init-options.ts')).initOptions,
    exitCodes: [['0', 'written, or nothing to write'], wrongUsage, unreachable],
    run: async (flags) => (await import('./commands/init.ts')).init(flags),
  }),
  {
    words: 'conformance',
    does: 'check a service, or a fresh emulator',
    usage: '$0 conformance [URL]',
    commands: async () => (await import('./conformance-commands.ts')).conformanceCommands,
  },
  command({
    words: 'learn [url] [other]',
    does: 'make a twin of a service, or check one',
    positionals: { url: 'Base URL of the service; with --diff the older twin', other: 'With --diff: the newer twin' },
    options: async () => (await import('./options/learn-options.ts')).learnOptions,
    exitCodes: [
      ['0', 'learned; with --check or --diff: nothing has changed'],
      ['1', 'with --check or --diff: the service has changed'],
      wrongUsage,
      unreachable,
      ['4', 'nothing could be compared'],
      endedBySignal('what it made was deleted'),
    ],
    run: async (flags, { words }) => (await import('./commands/learn.ts')).learn(flags, words['url'], words['other']),
  }),
  {
    words: 'client',
    does: 'judge a client by what it sends and reports',
    usage: '$0 client [options] -- CMD …',
    commands: async () => (await import('./client-commands.ts')).clientCommands,
  },
  command({
    words: 'proxy [url]',
    does: 'judge a client and a service by their traffic',
    usage: '$0 proxy [options] URL -- CMD …',
    positionals: { url: 'Base URL of the service (default: that of --config, otherwise PLATFORM_BASE_URL)' },
    options: async () => (await import('./options/proxy-options.ts')).proxyOptions,
    takesCommand: true,
    exitCodes: [
      ['0', 'what passed decided something, and nothing failed'],
      ['1', 'something failed for the service or for the client'],
      ['2', 'wrong usage or configuration, or a command that cannot be run'],
      ['3', 'the service was never reached'],
      ['4', 'nothing could be decided by what passed'],
      ['0 to 255', 'that of a command that failed; 128 + N where signal N ended it'],
    ],
    run: async (flags, { words, command: line }) =>
      (await import('./commands/proxy.ts')).proxy(flags, words['url'], line),
  }),
  // `run` of the command line calls it, because yargs takes the word as a request for the help of a command.
  command({
    words: 'help [topic]',
    does: 'show a page of the documentation',
    positionals: { topic: 'TOPIC of the page' },
    positionalValues: { topic: async () => Object.keys((await import('./help/topics.ts')).topics) },
    exitCodes: printed,
  }),
  command({
    words: 'replay [file]',
    does: 'serve what a failed test saw',
    usage: '$0 replay [options] FILE [-- CMD …]',
    positionals: { file: 'A case (FILE.case.gz)' },
    options: {
      port: integerOption('PORT to listen on', { from: 0, to: 65_535, defaultDescription: 'a free one' }),
      open: flagOption('Open the console in the browser'),
      at: integerOption('Serve the case as it was after request N', { from: 0, to: 10_000, defaultDescription: '0' }),
      adapter: listOption('FILE of an adapter that the case needs'),
    },
    takesCommand: true,
    exitCodes: [
      ['0', 'ended by a signal; with a command, it sent the same requests'],
      ['1', 'the command sent another request than in the case'],
      ['2', 'wrong usage, or a file that cannot be opened'],
    ],
    run: async (flags, { words, command: line }) =>
      (await import('./commands/replay.ts')).replay(flags, words['file'], line),
  }),
  command({
    words: 'completion',
    does: 'print a completion script for the shell in SHELL',
    exitCodes: printed,
    run: async () => (await import('./commands/completion.ts')).completion(),
  }),
]

/** A command by its words after `emulator`, with its options. */
export interface NamedCommand extends Command {
  readonly name: string
  readonly options: Options
}

/** Loads all commands, without the groups. */
export async function allCommands(): Promise<readonly NamedCommand[]> {
  return (await Promise.all(commands.map((row) => expandCommand(row, '')))).flat()
}

async function expandCommand(row: Command, group: string): Promise<readonly NamedCommand[]> {
  const [word = ''] = [row.words].flat()[0]!.split(' ')
  const name = `${group} ${word === '$0' ? '' : word}`.trim()
  if (row.commands) return (await Promise.all((await row.commands()).map((inner) => expandCommand(inner, name)))).flat()
  const options = typeof row.options === 'function' ? await row.options() : (row.options ?? {})
  return [{ ...row, name, options }]
}
