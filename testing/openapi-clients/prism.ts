// Prism as a proxy in front of an emulator: it compares each request and each answer with the document.
import type { Tools } from './tools.ts'

/** A proxy under way. */
export interface Prism {
  readonly url: string
  readonly close: () => Promise<void>
}

interface PrismHttp {
  readonly getHttpOperationsFromSpec: (document: object) => Promise<readonly object[]>
}

interface PrismServer {
  readonly createServer: (
    operations: readonly object[],
    options: object,
  ) => { listen: (port: number, host: string) => Promise<string>; close: () => Promise<void> }
}

type Logger = Readonly<Record<'info' | 'warn' | 'error' | 'debug' | 'trace' | 'fatal' | 'success', () => void>> & {
  readonly child: () => Logger
}

const nothing = () => {}
const logger: Logger = {
  info: nothing,
  warn: nothing,
  error: nothing,
  debug: nothing,
  trace: nothing,
  fatal: nothing,
  success: nothing,
  child: () => logger,
}

/** Starts Prism on a free port. It forwards every request to the address upstream and reports what it finds. */
export async function startPrism(document: object, upstream: string, tools: Tools): Promise<Prism> {
  const { getHttpOperationsFromSpec } = await tools.load<PrismHttp>('@stoplight/prism-http')
  const { createServer } = await tools.load<PrismServer>('@stoplight/prism-http-server')
  const config = {
    isProxy: true,
    upstream: new URL(upstream),
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    mock: { dynamic: false },
  }
  const operations = await getHttpOperationsFromSpec(structuredClone(document))
  const server = createServer(operations, { components: { logger }, config, cors: false })
  return { url: await server.listen(0, '127.0.0.1'), close: () => server.close() }
}

/** Something that Prism found. Its place begins with `request` or `response`. */
export interface Violation {
  readonly location: readonly string[]
  readonly message: string
}

/** The violations that Prism found in a request and its answer. */
export function readViolations(response: Response): readonly Violation[] {
  const header = response.headers.get('sl-violations')
  return header === null ? [] : (JSON.parse(header.replace(/^Too many violations! /, '')) as Violation[])
}
