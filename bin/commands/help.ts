import { didYouMean } from '../../emulator/tools/nearest.ts'
import { rewriteCommands } from '../../emulator/serve/printed-program.ts'
import { exitCodes, exitCodesText, printed } from '../exit-codes.ts'
import { readPackageFile } from '../package-file.ts'
import { findTopic, topics, topicWords } from '../help/topics.ts'
import { UsageError } from '../usage-error.ts'

/** A command in the list of commands. */
interface HelpRow {
  readonly words: string | readonly string[]
}

/** The most commands in a line. */
const commandsInLine = 8

/**
 * `emulator help [TOPIC]`: prints the page of a topic in Markdown, or lists the commands and the topics.
 * @throws UsageError for an unknown topic, an option and a second topic.
 */
export function help(words: readonly string[], introduction: string, commands: readonly HelpRow[]): number {
  const [topic, ...others] = words.filter((word) => word !== '-h' && word !== '--help')
  const [unknown] = [...(topic?.startsWith('-') ? [topic] : []), ...others]
  if (unknown !== undefined)
    throw new UsageError(`help takes only TOPIC; got also ${JSON.stringify(unknown.slice(0, 200))}.`)
  const text =
    topic === undefined || topic === 'help'
      ? listOfHelp(introduction, commands, topic !== words[0])
      : readHelpPage(topic)
  process.stdout.write(rewriteCommands(text, process))
  return exitCodes.success
}

function readHelpPage(word: string): string {
  const topic = findTopic(word.toLowerCase())
  // Comments mark the generated tables.
  if (topic !== undefined) return readPackageFile(`docs/${topic}.md`).replaceAll(/^<!--.*-->\n/gm, '')
  const unknown = `There is no page about ${JSON.stringify(word.slice(0, 200))}${didYouMean(word, topicWords)}`
  throw new UsageError(`${unknown} \`emulator help\` lists the topics.`)
}

/** @param withCodes Also lists the exit codes. */
function listOfHelp(introduction: string, commands: readonly HelpRow[], withCodes: boolean): string {
  const names = commands.map(({ words }) => [words].flat()[0]!.split(' ')[0]!)
  const lines = Array.from({ length: Math.ceil(names.length / commandsInLine) }, (_, line) =>
    names.slice(line * commandsInLine, (line + 1) * commandsInLine).join(', '),
  )
  return [
    introduction,
    '',
    'Commands (`emulator --help` says what each does):',
    ...lines.map((line) => `  ${line}`),
    '',
    'Topics (`emulator help TOPIC` shows the page):',
    ...listRows(Object.entries(topics)),
    ...(withCodes ? ['', exitCodesText(printed)] : []),
    '',
  ].join('\n')
}

/** A list of names with their descriptions, in two columns. */
function listRows(rows: readonly (readonly [name: string, about: string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)
}
