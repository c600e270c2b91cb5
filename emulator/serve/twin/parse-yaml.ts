import { deepestNesting } from '../../tools/json-bounds.ts'
import { cutText, shortJson, thrownText } from '../../tools/short-text.ts'
import { withoutSchema } from '../../tools/json-schema.ts'

/**
 * Parses the text of a file, JSON or YAML, without the member that names its schema for editors.
 * @throws Error with a message that follows the name of the file, such as "is neither JSON nor YAML: …".
 */
export async function parseYaml(text: string): Promise<unknown> {
  let content: unknown
  try {
    content = await parseJsonOrYaml(text)
  } catch (error) {
    throw unreadableYamlError(error)
  }
  if (nestsDeeper(content, deepestNesting))
    throw new Error(`nests more than ${deepestNesting} levels deep; make it flatter.`)
  if (typeof content === 'string') throw new Error(`must hold an object; got the text ${shortJson(content)}.`)
  return withoutSchema(content)
}

function unreadableYamlError(error: unknown): Error {
  const message = thrownText(error).replaceAll('\n', ' ').trim()
  const [reason = ''] = message.split(/:? {2,}/)
  return new Error(
    reason.startsWith('Source contains multiple documents')
      ? 'has several YAML documents, divided by ---; leave one of them.'
      : `is neither JSON nor YAML: ${cutText(reason, 200)}`,
    { cause: error },
  )
}

/**
 * YAML contains JSON, but its parser is tens of times slower for a large fixture file. A twin has JSON below YAML
 * comments. JSON strings do not span lines, so a line that begins with # is never part of one.
 */
async function parseJsonOrYaml(text: string): Promise<unknown> {
  try {
    // Editors on Windows put a byte order mark before the text.
    return JSON.parse(text.replace(/^\uFEFF/, '').replaceAll(/(^|[\n\r])[ \t]*#[^\n\r]*/g, '$1'))
  } catch {
    const { parse: parseText } = await import('yaml')
    const content: unknown = parseText(text, { prettyErrors: true })
    if (text.includes('*')) assertNoCircle(content)
    return content
  }
}

/** Walks the parsed value down to the limit: scanning the characters would take longer than parsing. */
function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => nestsDeeper(member, levels - 1))
}

/** An alias may be inside the value that it refers to. @throws Error */
function assertNoCircle(content: unknown): void {
  try {
    JSON.stringify(content)
  } catch {
    throw new Error('an alias is inside the value that it refers to')
  }
}
