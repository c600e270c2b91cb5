import parse from 'yargs-parser'
import { emulatorOptions, type Given } from './option-table.ts'

/** What yargs is told of words and options, wherever it parses. */
export const parserConfiguration: Readonly<Record<string, boolean>> = {
  'populate--': true, 'dot-notation': false, 'boolean-negation': false, 'camel-case-expansion': false,
  'parse-numbers': false, 'parse-positional-numbers': false, 'greedy-arrays': false, 'short-option-groups': false,
}

const namesOf = (type: 'string' | 'boolean') => Object.keys(emulatorOptions).filter((name) => emulatorOptions[name]!.type === type)

/**
 * The command and options of a right `start` or `exec`, by the parser inside yargs. Anything else, help included, is
 * left to yargs (undefined), which takes longer to load than an emulator to be ready.
 */
export function parseQuickly(argv: readonly string[]): { readonly command: 'start' | 'exec'; readonly given: Given } | undefined {
  const { _: words, '--': rest, ...options } = parse([...argv], { string: namesOf('string'), boolean: namesOf('boolean'), configuration: parserConfiguration })
  const [command = 'start', ...more] = words
  if ((command !== 'start' && command !== 'exec') || more.length > 0) return undefined
  const right = Object.entries(options).every(([name, value]) => Object.hasOwn(emulatorOptions, name) && value !== '')
  return right ? { command, given: { ...options, ...(rest === undefined ? {} : { '--': rest }) } } : undefined
}
