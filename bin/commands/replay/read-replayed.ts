import { decodeText } from '../../../emulator/serve/decode-text.ts'
import { basename } from 'node:path'
import { readBytes } from '../../files.ts'
import { messageOf, UsageError } from '../../usage-error.ts'

/** A JSON report of the kit, of a service or of a client. */
export interface ReplayedReport {
  readonly kind: 'report'
  /** The name of the file, without its directory. */
  readonly name: string
  readonly content: Readonly<Record<string, unknown>>
}

/** A case: what happened in an emulator until a test failed. */
export interface ReplayedCase {
  readonly kind: 'case'
  readonly name: string
  readonly bytes: Uint8Array
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isReport = (content: unknown): boolean =>
  isObject(content) && Array.isArray(content['results']) && isObject(content['summary'])

/** Returns true for a report of `emulator proxy`, which holds one of the service and one of the client. */
const isProxyReport = ({ kind, service, client }: Readonly<Record<string, unknown>>): boolean =>
  kind === 'proxy' && isReport(service) && isReport(client)

/** No report is as long as a text of JavaScript may be. */
const mostBytes = 500_000_000

/** Reads a file that `emulator replay` can open. It is data of a stranger. @throws UsageError that names the file. */
export function readReplayed(file: string): ReplayedReport | ReplayedCase {
  const bytes = readBytes(file, mostBytes)
  // The first bytes of gzip.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { kind: 'case', name: basename(file), bytes }
  const content = parse(bytes, file)
  if (isObject(content) && (isReport(content) || isProxyReport(content)))
    return { kind: 'report', name: basename(file), content }
  throw new UsageError(
    `replay takes a case (FILE.case.gz) or a JSON report of emulator conformance or emulator client (--report json=FILE); ${file} is JSON of another kind.`,
  )
}

function parse(bytes: Uint8Array, file: string): unknown {
  try {
    return JSON.parse(decodeText(bytes))
  } catch (error) {
    throw new UsageError(
      `replay takes a case (FILE.case.gz) or a JSON report of emulator conformance or emulator client (--report json=FILE); ${file} is not JSON: ${messageOf(error)}.`,
    )
  }
}
