// Shell completion, from the same command rows as help. The completion of yargs supports neither lazily loaded options
// nor their values.
import { shells } from './commands/completion.ts'
import { listNames } from './commands/list.ts'
import { topicWords } from './help/topics.ts'
import { clientCheckValues, requirementValues } from './options/option-values.ts'
import { allCommands, findCommand, type NamedCommand } from './command-list.ts'

/** Prints the candidates for the last word, one a line, for the scripts of `emulator completion`. */
export async function complete([program = '', ...typed]: readonly string[]): Promise<number> {
  // fish does not pass the name of the program.
  const words = /(?:^|\/)emulator(?:\.js)?$/.test(program) ? typed : [program, ...typed]
  for (const word of await completionOffers(words)) process.stdout.write(`${word}\n`)
  return 0
}

/**
 * Returns candidates for the last word; none if the shell should offer files.
 * @param split The words up to the one that is being typed. Bash splits them at `=`, and completes the part after it.
 */
export async function completionOffers(split: readonly string[]): Promise<readonly string[]> {
  const words = joinAtEquals(split)
  const word = words.pop() ?? ''
  // The words after `--` are the command line of another program.
  if (words.includes('--')) return []
  const all = await allCommands()
  const command = findCommand(words, all)
  const [, joined, joinedName] = /^(--([^=]+)=)/.exec(word) ?? []
  const name = joined === undefined ? /^--([^=]+)$/.exec(words.at(-1) ?? '')?.[1] : joinedName
  const option = name === undefined ? undefined : command.options[name]
  const typedBefore = word.slice(0, word.length - (split.at(-1) ?? '').length)
  if (option !== undefined && option.type !== 'boolean') {
    const values = option.choices ?? (await option.values?.()) ?? []
    const words = values.map((value) => `${joined ?? ''}${value}`)
    return words.filter((full) => full.startsWith(word)).map((full) => full.slice(typedBefore.length))
  }
  const candidates = word.startsWith('-')
    ? ['help', ...Object.keys(command.options)].map((taken) => `--${taken}`)
    : [...nextWords(words, all), ...((await argumentNames[command.name]?.()) ?? [])]
  return candidates.filter((candidate) => candidate.startsWith(word))
}

/** The words that may follow some words of a command. */
function nextWords(words: readonly string[], all: readonly NamedCommand[]): readonly string[] {
  const paths = all.map(({ name }) => name.split(' '))
  const following = paths.filter((path) => words.every((word, index) => path[index] === word))
  return [...new Set(following.flatMap((path) => path[words.length] ?? []))]
}

/** The arguments of commands that take a name. */
const argumentNames: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>> = {
  completion: () => shells,
  help: () => topicWords,
  list: () => listNames,
  'client explain': clientCheckValues,
  'conformance explain': requirementValues,
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
