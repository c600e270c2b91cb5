import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { CredentialKind } from '../model/contract/credentials.ts'
import type { JournalNotes, McpCall } from '../model/contract/context.ts'
import type { Endpoint } from '../model/contract/endpoint.ts'
import type { Refusal, RefusalKind } from '../model/contract/refusal.ts'
import type { Fault } from '../disturb/faults/fault.ts'
import { type RawHeaders, toHeaderRecord } from '../tools/raw-headers.ts'

/** Why a request was refused. The details are left out: a large body can have thousands. */
export interface NotedRefusal {
  readonly kind: RefusalKind
  readonly code: string
  readonly requirement: RequirementId | undefined
  readonly message: string
  /** The kind of the first mistake; undefined if it is unknown. */
  readonly mistake?: string | undefined
}

/** The kept answer to a request. */
export interface KeptAnswer {
  /** Undefined when it was too long to keep. */
  readonly text: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** A request on its arrival. */
export interface ReceivedRequest {
  readonly request: Request
  readonly path: string
  readonly search: string
  /** Everything before the path, as the client sees it. */
  readonly baseUrl: string
  readonly sender: {
    /** The headers as received. Default: those of the Request. */
    readonly rawHeaders?: RawHeaders | undefined
    /** The number of its connection at the server; undefined in process. */
    readonly connection?: number | undefined
  }
}

/** The longest body that is kept, in characters. */
const longestBody = 65_536
/** The length at which the message of a refusal is cut, in characters. */
const longestMessage = 2000

/** The facts about a request that are known on its arrival. */
type Arrival = Pick<
  JournalDraft,
  'index' | 'at' | 'begun' | 'method' | 'path' | 'search' | 'headers' | 'connection' | 'baseUrl' | 'size'
>

/** The record of a request while it is served. It stays unparsed, since every request makes one, and few are read. */
export class JournalDraft implements JournalNotes {
  /** From 1, in the order of arrival. */
  readonly index: number
  /** Virtual time, in milliseconds since 1970. */
  readonly at: number
  /** Real time by the stopwatch, in milliseconds. */
  readonly begun: number
  readonly method: string
  readonly path: string
  readonly search: string
  /** The headers in one text, as `packHeaders` makes it. */
  readonly headers: string
  /** The moment of its arrival in the event log. */
  arrived = 0
  /** The number of its connection at the server; undefined in process. */
  readonly connection: number | undefined
  /** Everything before the path, as the client sees it. */
  readonly baseUrl: string
  /** Approximate memory use, in bytes. */
  size: number
  /** Undefined when no endpoint was found. */
  operation: Endpoint | undefined = undefined
  /** The kind of the accepted credentials. */
  credentials: CredentialKind | 'oauthClient' | undefined = undefined
  /** The id of the record of the accepted credential. */
  credential: string | undefined = undefined
  /** Undefined when no body was read, or it was too long to keep. */
  body: string | undefined = undefined
  /** In characters. */
  bodyLength = 0
  /** The known parameters, if the handler or conventions name them, and not the endpoint's schema. */
  parameters: readonly string[] | undefined = undefined
  fault: Fault | undefined = undefined
  /** The deviations that are on; undefined without one. */
  deviations: readonly string[] | undefined = undefined
  refusal: NotedRefusal | undefined = undefined
  /** The call of an MCP request; undefined for any other request. */
  mcp: McpCall | undefined = undefined
  /** The marks of an answered request, as bits; undefined until they are first read. */
  marks: number | undefined = undefined
  /** Undefined when the text of the answer is unknown (a page, for example), or was dropped to save memory. */
  answer: KeptAnswer | undefined = undefined
  /** Approximate memory use of the answer, in bytes. */
  answerSize = 0
  /** Undefined while the request is served; 0 when the connection was dropped. */
  status: number | undefined = undefined
  /** Virtual time when the endpoint began, in milliseconds since 1970; 0 when none did. */
  served = 0
  /** Real time by the stopwatch, in milliseconds. */
  ended = 0
  /** The moment of its answer in the event log; undefined while the request is served. */
  answered: number | undefined = undefined

  constructor({ index, at, begun, method, path, search, headers, connection, baseUrl, size }: Arrival) {
    this.index = index
    this.at = at
    this.begun = begun
    this.method = method
    this.path = path
    this.search = search
    this.headers = headers
    this.connection = connection
    this.baseUrl = baseUrl
    this.size = size
  }

  /** Records the body, or only its length when it is too long to keep. */
  noteBody(text: string): void {
    this.bodyLength = text.length
    if (text.length <= longestBody) this.body = text
  }

  /** Records why the request was refused. */
  noteRefusal({ kind, code, requirement, message, mistake }: Refusal): void {
    this.refusal = {
      kind,
      code,
      requirement,
      message: message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message,
      mistake,
    }
  }

  /** Returns the value of a header, by its name in lower case. */
  header(name: string): string | undefined {
    return toHeaderRecord(this.headers)[name]
  }
}
