// Messages of the parser of the command line, in one line that says what to do.
import { didYouMean, nearest } from '../../../emulator/tools/nearest.ts'
import { shortJson } from '../../../emulator/tools/short-text.ts'
import { messageOf, UsageError } from '../../usage-error.ts'
import { commandOf, commandShapes } from './command-shapes.ts'

/** Converts a message of yargs. */
export function usageMessage(message: string, argv: readonly string[]): string {
  const command = commandOf(argv)
  const help = argv[0] === command.split(' ')[0] ? `See \`emulator ${command} --help\`.` : 'See `emulator --help`.'
  const missing = /following: (.+)$/.exec(message)?.[1]
  if (missing !== undefined) return `--${missing} needs a value. ${help}`
  const unknown = /^Unknown (?:argument|command)s?: (.+)$/.exec(message)?.[1]?.split(', ') ?? []
  const [first] = unknown
  if (first === undefined) return `${messageOf(message)} ${help}`
  const runs = ['exec', 'client', 'proxy', 'replay'].includes(command)
  const run = runs ? argv.findIndex((word, index) => index > 0 && unknown.includes(word)) : -1
  if (run > 0) return withoutDashes(command, argv, run)
  const option = argv.map((word) => /^(--?[^=]+)/.exec(word)?.[1]).find((word) => word?.replace(/^--?/, '') === first)
  if (option !== undefined) return `${unknownOption(option, command)} ${help}`
  return `${Object.hasOwn(commandShapes, argv[0] ?? '') ? tooMany(first, command, argv) : unknownCommand(first)} ${help}`
}

/**
 * Refuses a value of an option that takes none, as in `--json=yes`: yargs takes every value but `true` for `false`.
 * @throws UsageError
 */
export function assertFlags(argv: readonly string[]): void {
  const { options } = commandShapes[commandOf(argv)]!
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  for (const word of argv.slice(0, end)) {
    const [, name = '', value = ''] = /^--([^=]+)=(.*)$/s.exec(word) ?? []
    if (Object.hasOwn(options, name) && options[name]!.type === 'boolean' && !/^(?:true|false)$/.test(value))
      throw new UsageError(`--${name} takes no value; got ${shortJson(value)}. Write --${name}, or leave it out.`)
  }
}

/** Refuses words after `--`, which only `exec`, `client`, `proxy` and `replay` read. */
export function wordsAfterDashes(words: readonly string[]): string {
  const takers = 'Only emulator exec, emulator client, emulator proxy and emulator replay take a command after --'
  return `${takers}; got ${words.join(' ')}. See \`emulator exec --help\`.`
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

function unknownOption(option: string, command: string): string {
  const name = option.replace(/^--?/, '')
  const known = Object.keys(commandShapes[command]!.options)
  const guess = nearest(name, known)
  if (guess !== undefined) return `There is no option ${option}; did you mean --${guess}?`
  const takes = known.length === 0 ? 'no options' : known.map((taken) => `--${taken}`).join(' and ')
  const owner = Object.keys(commandShapes).find((key) => Object.hasOwn(commandShapes[key]!.options, name))
  return [
    `There is no option ${option} of emulator ${command}${known.length > 3 ? '' : `; it takes ${takes}`}.`,
    ...(owner === undefined ? [] : [`${option} is an option of emulator ${owner}.`]),
  ].join(' ')
}

function tooMany(word: string, command: string, argv: readonly string[]): string {
  const { takes } = commandShapes[command]!
  const list = takes.length === 0 ? 'no arguments' : `only ${takes.join(' and ')}`
  // The word before may be the name of a command that is misspelt.
  const before = argv[argv.indexOf(word) - 1] ?? ''
  const guess = commandNear(before, `${command} `) ?? valueNear(word, command)
  const hint = guess === undefined ? '' : ` Did you mean emulator ${guess}?`
  return `emulator ${command} takes ${list}; got also ${JSON.stringify(word)}.${hint}`
}

function unknownCommand(word: string): string {
  const guess = commandNear(word, 'conformance ')
  const first = [...new Set(Object.keys(commandShapes).map((name) => name.split(' ')[0]!))]
  const hint = guess === undefined ? didYouMean(word, first) : `; did you mean emulator ${guess}?`
  return `There is no command ${JSON.stringify(word)}${hint}`
}

/** The command with an option that takes one of a few names, one of which is nearly a word. */
function valueNear(word: string, command: string): string | undefined {
  for (const [name, { schema }] of Object.entries(commandShapes[command]!.options)) {
    const value = nearest(word, (schema as { readonly enum?: readonly string[] }).enum ?? [])
    if (value !== undefined) return `${command} --${name} ${value}`
  }
  return undefined
}

/** The command whose last word is nearly a word, of those that begin with others. */
function commandNear(word: string, beginning: string): string | undefined {
  const names = Object.keys(commandShapes).filter((name) => name.startsWith(beginning))
  const guess = nearest(
    word,
    names.map((name) => name.slice(beginning.length)),
  )
  return guess === undefined ? undefined : `${beginning}${guess}`
}
