// Refuses unknown words and options of a command, with suggestions. It replaces the `strict` of yargs, which suggests
// nothing.
import { didYouMean, nearest } from '../emulator/tools/nearest.ts'
import type { Command } from './command.ts'
import { allCommands, type NamedCommand } from './command-list.ts'
import type { Options } from './options/option.ts'
import { UsageError } from './usage-error.ts'

/** The command line as yargs parsed it. */
interface ParsedCommand {
  readonly _: readonly (string | number)[]
  readonly [name: string]: unknown
}

const ofYargs = ['_', '--', '$0', 'help', 'h', 'version']

/**
 * Refuses a command line with words or options that its command does not take.
 * @param name The words of the command; `start` may be left out.
 * @throws UsageError
 */
export async function assertKnownWords(
  row: Command,
  name: string,
  options: Options,
  parsed: ParsedCommand,
): Promise<true> {
  const path = name.split(' ')
  const isNamed = parsed._[0] === path[0]
  const [word] = parsed._.slice(isNamed ? path.length : 0).map(String)
  const positionals = Object.keys(row.positionals ?? {})
  const known = [...ofYargs, ...positionals, ...Object.keys(options)]
  const option = Object.keys(parsed).find((key) => !known.includes(key))
  const line = (parsed['--'] ?? []) as readonly string[]
  const isForeign = line.length > 0 && !row.takesCommand
  if (word === undefined && option === undefined && !isForeign) return true
  const all = await allCommands()
  const help = `See \`emulator ${isNamed ? `${name} ` : ''}--help\`.`
  if (word !== undefined && row.takesCommand) throw new UsageError(missingDashesMessage(word, name, row, all))
  if (word !== undefined && !isNamed) throw new UsageError(`${unknownCommand(word, all)} ${help}`)
  if (word !== undefined) {
    const takes =
      positionals.length === 0
        ? 'no arguments'
        : `only ${positionals.map((positional) => positional.toUpperCase()).join(' and ')}`
    // A word in the place of an argument may be a misspelt command.
    const guesses = positionals.map((positional) => commandNear(String(parsed[positional]), name, all))
    const guess = guesses.find((near) => near !== undefined)
    const hint = guess === undefined ? '' : ` Did you mean emulator ${guess}?`
    throw new UsageError(`${name} takes ${takes}; got also ${JSON.stringify(word)}.${hint} ${help}`)
  }
  if (option !== undefined) throw new UsageError(`${unknownOption(option, name, options, all)} ${help}`)
  throw new UsageError(
    `Only emulator exec, emulator client, emulator proxy and emulator replay take a command after --; got ${line.join(' ')}. See \`emulator exec --help\`.`,
  )
}

/** The message for a word that may be a user's command without `--`, or a misspelling. */
function missingDashesMessage(word: string, name: string, { usage }: Command, all: readonly NamedCommand[]): string {
  const right = (usage ?? `$0 ${name} [options] -- CMD …`).replace('$0', 'emulator')
  const guess = commandNear(word, name, all)
  const hint = guess === undefined ? '' : ` Did you mean emulator ${guess}?`
  return `${name} takes a command only after --, as in \`${right}\`; got ${JSON.stringify(word)}.${hint}`
}

function unknownCommand(word: string, all: readonly NamedCommand[]): string {
  const guess = commandNear(word, 'conformance', all)
  const first = [...new Set(all.map(({ name }) => name.split(' ')[0]!))]
  const hint = guess === undefined ? didYouMean(word, first) : `; did you mean emulator ${guess}?`
  return `There is no command ${JSON.stringify(word)}${hint}`
}

/** Options that users try, with the option that is meant. */
const triedWords: Readonly<Record<string, string>> = { 'client --task': 'only' }

function unknownOption(name: string, command: string, options: Options, all: readonly NamedCommand[]): string {
  const option = name.length === 1 ? `-${name}` : `--${name}`
  const known = Object.keys(options)
  const guess = triedWords[`${command} ${option}`] ?? nearest(name, known)
  if (guess !== undefined) return `There is no option ${option}; did you mean --${guess}?`
  const takes = known.length === 0 ? 'no options' : known.map((taken) => `--${taken}`).join(' and ')
  const owner = all.find((other) => Object.hasOwn(other.options, name))
  const hint = owner === undefined ? '' : ` ${option} is an option of emulator ${owner.name}.`
  return `There is no option ${option} of emulator ${command}${known.length > 3 ? '' : `; it takes ${takes}`}.${hint}`
}

/** The command of a group whose name is close to a word. */
function commandNear(word: string, group: string, all: readonly NamedCommand[]): string | undefined {
  const names = all.filter(({ name }) => name.startsWith(`${group} `)).map(({ name }) => name.slice(group.length + 1))
  const guess = nearest(word, names)
  return guess === undefined ? undefined : `${group} ${guess}`
}
