import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AskedTwin } from '../../../conformance/proxy/compare-twin.ts'
import { parseJson } from '../../../conformance/send/parse-json.ts'
import { toTarget } from '../../../conformance/target/target-file.ts'
import { refusalsByOperation } from '../../judges/client/refusals.ts'
import { toTargetFile } from '../../judges/service/target-file.ts'
import { foundByItself, readFlags } from '../../options/read-flags.ts'
import { createFromFlags } from '../../serving/create-from-flags.ts'
import { UsageError } from '../../usage-error.ts'

const baseUrl = 'http://twin.test'

/** Opens the twin in a directory, without a port. @throws UsageError if the directory has no twin. */
export async function openTwin(directory: string, say: (line: string) => void): Promise<AskedTwin> {
  const file = join(directory, foundByItself)
  if (!existsSync(file))
    throw new UsageError(`--twin takes a directory with ${foundByItself}; not found in ${directory}.`)
  const { flags } = await readFlags({ config: file })
  // The twin answers below its root, and stores nothing.
  const alone = { 'base-path': undefined, 'public-url': undefined, data: undefined }
  const { emulator } = await createFromFlags({ ...flags, ...alone }, say)
  return {
    target: toTarget(toTargetFile(emulator, baseUrl, false)),
    refusals: refusalsByOperation(emulator.conventions),
    ask: async ({ method, address, headers, body }) => {
      const response = await emulator.fetch(`${baseUrl}${address}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      })
      const text = await response.text()
      return { status: response.status, headers: Object.fromEntries(response.headers), text, json: parseJson(text) }
    },
  }
}
