// Faults of the personal access tokens of testing/servers/right/service/, for tests of the checks.
import type { ConformanceOptions } from '../../conformance/judge/run-conformance.ts'
import type { RightSubject } from './right/right-server.ts'
import { type Choices, openService } from './right/service/open-service.ts'

/** A fault, which changes requests to the service or its answers. It may remember what it saw, and serves one run. */
export type ServiceFault = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  sleep: (milliseconds: number) => Promise<void>,
) => Promise<Response>

/** A token as an answer shows it. */
export type Token = Readonly<Record<string, unknown>>

type Operation = 'list' | 'create' | 'rename' | 'revoke'

const operations: Readonly<Record<Operation, RegExp>> = {
  list: /^GET \/access-tokens$/,
  create: /^POST \/access-tokens$/,
  rename: /^POST \/access-tokens\/[^/]+$/,
  revoke: /^DELETE \/access-tokens\/[^/]+$/,
}

/** A request about tokens. */
interface TokenRequest {
  readonly request: Request
  readonly query: URLSearchParams
  readonly sent: Token
  /** The answer of the service. */
  readonly next: () => Promise<Response>
  /** Its answer to another request. */
  readonly send: (request: Request) => Promise<Response>
}

async function messageJson(message: Request | Response): Promise<Token> {
  const text = await message.clone().text()
  return text === '' ? {} : (JSON.parse(text) as Token)
}

/** Replaces the answer of an operation. */
export const answerOperation =
  (operation: Operation, answer: (asked: TokenRequest) => Response | Promise<Response>): ServiceFault =>
  async (request, next) => {
    const { pathname, searchParams: query } = new URL(request.url)
    if (!operations[operation].test(`${request.method} ${pathname}`)) return await next(request)
    return await answer({ request, query, sent: await messageJson(request), next: () => next(request), send: next })
  }

const isAlways = () => true

/** A refusal with no details. */
export const refusal = (status: number): Response => Response.json({ message: 'No.' }, { status })

/** Answers an operation with a status, where a condition holds. */
export const refuse = (
  operation: Operation,
  status: number,
  when: (asked: TokenRequest) => boolean = isAlways,
): ServiceFault => answerOperation(operation, async (asked) => (when(asked) ? refusal(status) : await asked.next()))

/** Changes the tokens in the answers of an operation; undefined takes one out of a list. */
export const changeShownTokens = (
  operation: Operation,
  change: (token: Token, asked: TokenRequest) => Token | undefined,
): ServiceFault =>
  answerOperation(operation, async (asked) => {
    const response = await asked.next()
    if (!response.ok) return response
    const { results, ...others } = await messageJson(response)
    const changed = Array.isArray(results)
      ? { ...others, results: (results as readonly Token[]).flatMap((token) => change(token, asked) ?? []) }
      : change(others, asked)
    return Response.json(changed, { status: response.status })
  })

/** Changes the lists of tokens. */
export const lists = (change: (tokens: readonly Token[], asked: TokenRequest) => object): ServiceFault =>
  answerOperation('list', async (asked) => {
    const response = await asked.next()
    return response.ok ? Response.json(change((await messageJson(response))['results'] as Token[], asked)) : response
  })

/** Several faults in one; the first is the outermost. */
export const combineFaults =
  (...faults: readonly ServiceFault[]): ServiceFault =>
  (request, next, sleep) =>
    faults.reduceRight<(request: Request) => Promise<Response>>(
      (inner, fault) => (intercepted) => fault(intercepted, inner, sleep),
      next,
    )(request)

/** True if a token, or a request for one, has a name with this ending. */
export const hasUse =
  (...uses: readonly string[]) =>
  ({ name }: Token): boolean =>
    uses.some((use) => String(name).endsWith(`-${use}`))

/** A service with a fault, and what it is asked. */
export interface ServiceCase {
  readonly fault?: ServiceFault
  readonly choices?: Choices
  /** The changed members of the target file. */
  readonly target?: Readonly<Record<string, unknown>>
  /** Default: true. */
  readonly withHooks?: boolean
  readonly run?: Partial<ConformanceOptions>
}

/** The service of a case, or with only a fault. */
export function faultyService(fault: ServiceCase | ServiceFault): RightSubject {
  const service: ServiceCase = typeof fault === 'function' ? { fault } : fault
  const { choices, target = {}, withHooks = true, run = {} } = service
  const faulty: Choices = service.fault
    ? { fault: (request, next) => service.fault!(request, next, (milliseconds) => options!.time!.sleep(milliseconds)) }
    : {}
  const { options, ...subject } = openService({ ...choices, ...faulty }, { target, withHooks })
  return { ...subject, options: { ...options, ...run } }
}

/** Returns true if the secret of a token asks. */
export const asksWithTokenSecret = ({ request }: { readonly request: Request }): boolean =>
  request.headers.get('authorization')?.startsWith('Bearer pk_') === true
