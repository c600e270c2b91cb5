// The words that a shell offers for the word that is being typed. yargs knows the commands and options, not the values.
import { shells } from './commands/completion.ts'
import { listNames } from './commands/list.ts'
import { topicWords } from './help/topics.ts'
import { clientCheckValues, requirementValues } from './options/option-values.ts'
import { commandNameOf, commandsByName } from './command-list.ts'

/** Prints what the last of some words may be, a line each, as the script of `emulator completion` asks for it. */
export async function complete(argv: readonly string[]): Promise<number> {
  const [, program = '', ...typed] = argv
  // fish does not hand over the name of the program.
  const words = /(?:^|\/)emulator(?:\.js)?$/.test(program) ? typed : [program, ...typed]
  const values = await valuesFor(words)
  if (values === undefined) {
    const { runByYargs } = await import('./run-by-yargs.ts')
    return runByYargs([argv[0]!, 'emulator', ...words])
  }
  const current = words.at(-1) ?? ''
  const titles = await titlesFor(words)
  const between = betweenValueAndTitle[process.env['SHELL'] ?? '']
  const lines = values
    .filter((line) => line.startsWith(current))
    .map((line) => {
      const title = titles?.get(line)
      return title === undefined || between === undefined ? `${line}\n` : `${line}${between}${title}\n`
    })
  process.stdout.write(lines.join(''))
  return 0
}

/** The separator before a title in the shells that show one, as their scripts of `emulator completion` say. */
const betweenValueAndTitle: Readonly<Record<string, string>> = { zsh: ':', fish: '\t' }

/** The titles of the values of an option, by value, where it is a word of its own. */
async function titlesFor(split: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
  return optionOfLast(joinAtEquals(split))?.option?.titles?.()
}

/** The option whose value the last word is, with what stands before the value in that word. */
function optionOfLast(words: readonly string[]) {
  const before = words.slice(0, -1)
  const [prefix = '', joined] = /^--([^=]+)=/.exec(words.at(-1) ?? '') ?? []
  const name = joined ?? /^--([^=]+)$/.exec(before.at(-1) ?? '')?.[1]
  return name === undefined ? undefined : { prefix, option: commandsByName.get(commandNameOf(before))?.options?.[name] }
}

/**
 * The values that the last word may have. Empty where the shell should offer files; undefined where yargs should offer
 * commands and options.
 * @param split The words up to the one that is being typed. Bash splits them at `=`, and completes the part behind it.
 */
export async function valuesFor(split: readonly string[]): Promise<readonly string[] | undefined> {
  const current = split.at(-1) ?? ''
  const words = joinAtEquals(split)
  const word = words.pop() ?? ''
  // The words after `--` are the command line of another program.
  if (words.includes('--')) return []
  const command = commandNameOf(words)
  const options = commandsByName.get(command)?.options ?? {}
  const { prefix = '', option } = optionOfLast([...words, word]) ?? {}
  if (option?.type === 'string') {
    const typedBefore = word.slice(0, word.length - current.length)
    return ((await option.values?.()) ?? [])
      .map((value) => `${prefix}${value}`)
      .filter((value) => value.startsWith(typedBefore))
      .map((value) => value.slice(typedBefore.length))
  }
  if (word.startsWith('-'))
    return isUnnamed(command, words) ? ['help', ...Object.keys(options)].map((name) => `--${name}`) : undefined
  if (command === 'completion') return shells
  if (command === 'help') return topicWords
  if (command === 'client explain') return clientCheckValues()
  return command === 'list' ? listNames : command === 'conformance explain' ? requirementValues() : undefined
}

/**
 * Returns true if a command has no word of its own that names it. yargs does not know the options of such a command.
 */
function isUnnamed(command: string, words: readonly string[]): boolean {
  return command === 'conformance' || command === 'client' || (command === 'start' && words[0] !== 'start')
}

/** Undoes the split of Bash: `--convention`, `listEnvelope`, `=`, `array` are two words. */
function joinAtEquals(split: readonly string[]): string[] {
  const words: string[] = []
  for (const [index, part] of split.entries()) {
    if (index > 0 && (part === '=' || split[index - 1] === '=')) words.push(`${words.pop()!}${part}`)
    else words.push(part)
  }
  return words
}
