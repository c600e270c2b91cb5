// The files that users write for the command line: JSON or YAML.
import { deepestNesting, nestsTooDeep } from '../emulator/tools/nesting.ts'
import { cut, shortJson } from '../emulator/tools/short-text.ts'
import { withoutSchema } from '../emulator/tools/without-schema.ts'
import { readText } from './files.ts'
import { messageOf, UsageError } from './usage-error.ts'
import { blaming } from './usage-of.ts'

/**
 * Reads the JSON or YAML of a file, without the member by which editors find its schema.
 * @param option The option that names the file.
 * @throws UsageError that names the option, the file and the mistake.
 */
export async function readYaml(option: string, file: string): Promise<unknown> {
  const text = assertReadable(option, file)
  let content: unknown
  try {
    content = await parse(text)
  } catch (error) {
    const [reason = ''] = messageOf(error).split(/:? {2,}/)
    if (reason.startsWith('Source contains multiple documents'))
      throw new UsageError(`${option}: ${file} has several YAML documents, divided by ---; leave one of them.`)
    throw new UsageError(`${option}: ${file} is neither JSON nor YAML: ${cut(reason, 200)}`)
  }
  if (nestsTooDeep(text))
    throw new UsageError(`${option}: ${file} nests more than ${deepestNesting} levels deep; make it flatter.`)
  if (typeof content !== 'string') return withoutSchema(content)
  throw new UsageError(`${option}: ${file} must hold an object; got the text ${shortJson(content)}.`)
}

/** The text of a file. @throws UsageError that names the option and the file. */
export function assertReadable(option: string, file: string): string {
  return blaming(option, () => readText(file))
}

/** YAML contains JSON, but its parser takes tens of times as long for a large fixture file. */
async function parse(text: string): Promise<unknown> {
  try {
    // Editors on Windows put a byte order mark before the text.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    const { parse: parseYaml } = await import('yaml')
    const content: unknown = parseYaml(text, { prettyErrors: true })
    if (text.includes('*')) assertNoCircle(content)
    return content
  }
}

/** An alias may stand within what it names. @throws Error */
function assertNoCircle(content: unknown): void {
  try {
    JSON.stringify(content)
  } catch {
    throw new Error('an alias stands within the value that it names')
  }
}
