import { didYouMean } from '../../emulator/tools/nearest.ts'
import { rewriteCommands } from '../../emulator/serve/printed-program.ts'
import { exitCodes, exitCodesText, printed } from '../exit-codes.ts'
import { readPackageFile } from '../package-file.ts'
import { findTopic, topics, topicWords } from '../help/topics.ts'
import { UsageError } from '../usage-error.ts'

/**
 * `emulator help [TOPIC]`: prints the page of a topic in Markdown, or lists the topics.
 * @throws UsageError for an unknown topic, an option and a second topic.
 */
export function help(words: readonly string[]): number {
  const [topic, ...others] = words.filter((word) => word !== '-h' && word !== '--help')
  const [unknown] = [...(topic?.startsWith('-') ? [topic] : []), ...others]
  if (unknown !== undefined)
    throw new UsageError(`help takes only TOPIC; got also ${JSON.stringify(unknown.slice(0, 200))}.`)
  const text = topic === undefined || topic === 'help' ? listOfTopics(topic !== words[0]) : readHelpPage(topic)
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
function listOfTopics(withCodes: boolean): string {
  const rows = Object.entries(topics).map(([topic, about]) => `${topic.padEnd(11)}  ${about}`)
  return [
    '`emulator help TOPIC` shows a page,',
    '`emulator COMMAND --help` the options of a command.',
    '',
    ...rows,
    ...(withCodes ? ['', exitCodesText(printed)] : []),
    '',
  ].join('\n')
}
