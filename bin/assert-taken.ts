// Refuses options and words that a command does not take, in one line that says what to write instead.
import { didYouMean, nearest } from '../emulator/tools/nearest.ts'
import { shortJson } from '../emulator/tools/short-text.ts'
import { commandsByName } from './command-list.ts'
import type { Option, ParsedArguments } from './options/option.ts'
import { UsageError } from './usage-error.ts'

/** The commands that take a command of the user's own after `--`. */
const runners = ['exec', 'client', 'proxy', 'replay']

/**
 * Refuses a command line with options or words that its command does not take.
 * @param command Its name.
 * @throws UsageError
 */
export function assertTaken(command: string, parsed: ParsedArguments, argv: readonly string[]): void {
  const isNamed = argv[0] === command.split(' ')[0]
  const refuse = (message: string): never => {
    throw new UsageError(`${message} See \`emulator ${isNamed ? `${command} ` : ''}--help\`.`)
  }
  assertFlags(command, argv)
  const run = (parsed['--'] ?? []) as readonly string[]
  if (run.length > 0 && !runners.includes(command))
    throw new UsageError(
      `Only emulator exec, emulator client, emulator proxy and emulator replay take a command after --; got ${run.join(' ')}. See \`emulator exec --help\`.`,
    )
  const [word] = (parsed['_'] as readonly string[]).map(String).slice(isNamed ? command.split(' ').length : 0)
  if (word !== undefined && runners.includes(command))
    throw new UsageError(withoutDashes(command, argv, argv.indexOf(word, 1)))
  if (word !== undefined) refuse(isNamed ? tooMany(word, command, argv) : unknownCommand(word))
  const ofYargs = ['_', '--', '$0', 'help', 'h', 'version']
  const known = [...ofYargs, ...positionalsOf(command), ...Object.keys(optionsOf(command))]
  const unknown = Object.keys(parsed).find((name) => !known.includes(name))
  if (unknown !== undefined) refuse(unknownOption(unknown, command))
  // A repeatable option without a value is an empty list to yargs.
  const empty = Object.keys(parsed).find((name) => name !== '_' && name !== '--' && [parsed[name]].flat().length === 0)
  if (empty !== undefined) throw new UsageError(`--${empty} has an empty value; give it one, or leave it out.`)
}

const optionsOf = (command: string): Readonly<Record<string, Option<unknown>>> =>
  commandsByName.get(command)?.options ?? {}

const positionalsOf = (command: string): readonly string[] =>
  Object.keys(commandsByName.get(command)?.positionals ?? {})

/** Refuses a value of an option that takes none, as in `--json=yes`: yargs takes every value but `true` for `false`. */
function assertFlags(command: string, argv: readonly string[]): void {
  const options = optionsOf(command)
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  for (const word of argv.slice(0, end)) {
    const [, name = '', value = ''] = /^--([^=]+)=(.*)$/s.exec(word) ?? []
    if (Object.hasOwn(options, name) && options[name]!.type === 'boolean' && !/^(?:true|false)$/.test(value))
      throw new UsageError(`--${name} takes no value; got ${shortJson(value)}. Write --${name}, or leave it out.`)
  }
}

/** A command of the user's own that stands without `--`, or a misspelt word. */
function withoutDashes(command: string, argv: readonly string[], unknown: number): string {
  const start = command === 'proxy' && isNoUrl(argv, unknown - 1) ? unknown - 1 : unknown
  const before = argv.slice(0, start)
  const needsUrl = start < unknown && !before.some((word) => word.startsWith('--config'))
  const right = ['emulator', ...before, ...(needsUrl ? ['URL'] : []), '--', ...argv.slice(start)].join(' ')
  const guess = start === 1 ? commandNear(argv[start]!, `${command} `) : undefined
  return guess === undefined
    ? `Write -- before the command: \`${right}\`.`
    : `There is no command ${JSON.stringify(argv[start])} of emulator ${command}; did you mean emulator ${guess}? A command of your own needs -- before it: \`${right}\`.`
}

/** Returns true if no URL stands in its place, but a word: the first of a command, and no value of an option. */
function isNoUrl(argv: readonly string[], at: number): boolean {
  const [before = '', word = ''] = argv.slice(at - 1)
  return at > 0 && !/^-|:\/\/|^[\w.-]+:\d/.test(word) && !/^--[^=]+$/.test(before)
}

function unknownOption(name: string, command: string): string {
  const option = name.length === 1 ? `-${name}` : `--${name}`
  const known = Object.keys(optionsOf(command))
  const guess = nearest(name, known)
  if (guess !== undefined) return `There is no option ${option}; did you mean --${guess}?`
  const takes = known.length === 0 ? 'no options' : known.map((taken) => `--${taken}`).join(' and ')
  const owner = [...commandsByName.keys()].find((key) => Object.hasOwn(optionsOf(key), name))
  return [
    `There is no option ${option} of emulator ${command}${known.length > 3 ? '' : `; it takes ${takes}`}.`,
    ...(owner === undefined ? [] : [`${option} is an option of emulator ${owner}.`]),
  ].join(' ')
}

function tooMany(word: string, command: string, argv: readonly string[]): string {
  const takes = positionalsOf(command).map((name) => name.toUpperCase())
  const list = takes.length === 0 ? 'no arguments' : `only ${takes.join(' and ')}`
  // The word before may be the name of a command that is misspelt.
  const before = argv[argv.indexOf(word) - 1] ?? ''
  const guess = commandNear(before, `${command} `) ?? valueNear(word, command)
  const hint = guess === undefined ? '' : ` Did you mean emulator ${guess}?`
  return `emulator ${command} takes ${list}; got also ${JSON.stringify(word)}.${hint}`
}

function unknownCommand(word: string): string {
  const guess = commandNear(word, 'conformance ')
  const first = [...new Set([...commandsByName.keys()].map((name) => name.split(' ')[0]!))]
  const hint = guess === undefined ? didYouMean(word, first) : `; did you mean emulator ${guess}?`
  return `There is no command ${JSON.stringify(word)}${hint}`
}

/** The command with an option that takes one of a few names, one of which is nearly a word. */
function valueNear(word: string, command: string): string | undefined {
  for (const [name, { schema }] of Object.entries(optionsOf(command))) {
    const value = nearest(word, (schema as { readonly enum?: readonly string[] }).enum ?? [])
    if (value !== undefined) return `${command} --${name} ${value}`
  }
  return undefined
}

/** The command whose last word is nearly a word, of those that begin with others. */
function commandNear(word: string, beginning: string): string | undefined {
  const names = [...commandsByName.keys()].filter((name) => name.startsWith(beginning))
  const guess = nearest(
    word,
    names.map((name) => name.slice(beginning.length)),
  )
  return guess === undefined ? undefined : `${beginning}${guess}`
}
