// Reads the files that users write for the command line: JSON or YAML.
import { parseYaml } from '../emulator/serve/twin/parse-yaml.ts'
import { readText } from './files.ts'
import { blaming, messageOf, UsageError } from './usage-error.ts'

/**
 * Reads the JSON or YAML of a file, without the member by which editors find its schema.
 * @param option The option that names the file.
 * @throws UsageError that names the option, the file and the mistake.
 */
export async function readYaml(option: string, file: string): Promise<unknown> {
  const text = assertReadable(option, file)
  try {
    return await parseYaml(text)
  } catch (error) {
    throw new UsageError(`${option}: ${file} ${messageOf(error)}`)
  }
}

/** Reads the text of a file. @throws UsageError that names the option and the file. */
export function assertReadable(option: string, file: string): string {
  return blaming(option, () => readText(file))
}
