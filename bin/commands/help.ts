import { terminalColumns, createPaint, wantsColor } from '../../conformance/report/paint.ts'
import { didYouMean } from '../../emulator/tools/nearest.ts'
import { rewriteCommands, calledAs } from '../../emulator/serve/printed-program.ts'
import { exitCodes, exitCodesText, printed } from '../exit-codes.ts'
import { readPackageFile } from '../package-file.ts'
import { toTerminal } from '../help/to-terminal.ts'
import { findTopic, topics, topicWords } from '../help/topics.ts'
import { UsageError } from '../usage-error.ts'

/** Longer lines of text are hard to read. */
const widest = 100

/**
 * `emulator help [TOPIC]`: shows the page of a topic, or lists the topics.
 * @throws UsageError for an unknown topic, an option and a second topic.
 */
export function help(words: readonly string[]): number {
  const [topic, ...others] = words.filter((word) => word !== '-h' && word !== '--help')
  const [unknown] = [...(topic?.startsWith('-') ? [topic] : []), ...others]
  if (unknown !== undefined)
    throw new UsageError(`emulator help takes only TOPIC; got also ${JSON.stringify(unknown.slice(0, 200))}.`)
  const coloured = wantsColor(process.stdout, process.env)
  const width = Math.min(terminalColumns(process.stdout, process.env) ?? 80, widest)
  const markdown = topic === undefined || topic === 'help' ? listOfTopics(topic !== words[0]) : readHelpPage(topic)
  const look = { width, coloured, paint: createPaint(coloured), program: calledAs(process) }
  console.log(toTerminal(rewriteCommands(markdown, process), look))
  return exitCodes.success
}

function readHelpPage(word: string): string {
  const topic = findTopic(word.toLowerCase())
  if (topic !== undefined) return readPackageFile(`docs/${topic}.md`)
  const unknown = `There is no page about ${JSON.stringify(word.slice(0, 200))}${didYouMean(word, topicWords)}`
  throw new UsageError(`${unknown} \`emulator help\` lists the topics.`)
}

/** @param withCodes Also lists the exit codes. */
function listOfTopics(withCodes: boolean): string {
  const rows = Object.entries(topics).map(([topic, about]) => `${topic.padEnd(11)}  ${about}`)
  return [
    '`emulator help TOPIC` shows a page; `emulator COMMAND --help` the options of a command.',
    '',
    '```',
    ...rows,
    ...(withCodes ? ['', exitCodesText(printed)] : []),
    '```',
    '',
  ].join('\n')
}
