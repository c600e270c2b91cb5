import type { ReceivedRequest } from '../evidence/transcript.ts'

/** Where a parameter stands. */
export type ParameterPlace = 'query' | 'form'

/** A secret of a client, by what it is. */
export type SecretName =
  | 'clientSecret'
  | 'token'
  | 'integrationToken'
  | 'apiKey'
  | 'dsn'
  | 'personalAccessToken'
  | 'accessToken'
  | 'refreshToken'

/**
 * The typed value that shows a failure of a client. `at` is the request that decided. In a result, a request is as it
 * was received; in a report, it is the place of a request in the evidence, from 0.
 */
export type ClientFact<Request = ReceivedRequest> =
  | RequestMissing<Request>
  | RequestExtra<Request>
  | Repeated<Request>
  | WrongMethod<Request>
  | WrongPath<Request>
  | WrongParameter<Request>
  | WrongHeader<Request>
  | CredentialFact<Request>
  | ExposedSecret<Request>
  | WrongBody<Request>
  | WrongId<Request>
  | WrongCursor<Request>
  | WrongLink<Request>
  | Waited<Request>
  | ReportedFact

/** A fact that shows in the client's report, or in its world. */
export type ReportedFact = WrongValue | WrongEffect | WrongError | NoReport

/** A request did not come. */
interface RequestMissing<Request> {
  readonly kind: 'requestMissing'
  /** The request whose answer should have led to it. */
  readonly after: Request
  /** The missing request: the same one again, one for a token, or one for the next page. */
  readonly what: 'again' | 'token' | 'next'
}

/** Requests came that should not have. */
interface RequestExtra<Request> {
  readonly kind: 'requestExtra'
  /** The last one. */
  readonly at: Request
  /** The request whose answer should have been the last word. */
  readonly after?: Request | undefined
  readonly count: number
}

/** A request that came again and again. */
interface Repeated<Request> {
  readonly kind: 'repeated'
  /** The last one. */
  readonly at: Request
  readonly times: number
}

interface WrongMethod<Request> {
  readonly kind: 'method'
  readonly at: Request
  readonly wanted: string
}

interface WrongPath<Request> {
  readonly kind: 'path'
  readonly at: Request
  /** The documented path that seems to be meant. */
  readonly wanted?: string | undefined
}

/** A parameter of the query or of a form. */
interface WrongParameter<Request> {
  readonly kind: 'parameter'
  readonly at: Request
  readonly in: ParameterPlace
  readonly names: readonly string[]
  readonly fault: 'missing' | 'extra' | 'value'
}

/** A header is missing or says something else. */
interface WrongHeader<Request> {
  readonly kind: 'header'
  readonly at: Request
  /** In lower case. */
  readonly name: string
}

/** A credential is missing, is another one or stands in another form. */
interface CredentialFact<Request> {
  readonly kind: 'credential'
  readonly at: Request
  readonly credential: SecretName
}

/** An address shows a secret. */
interface ExposedSecret<Request> {
  readonly kind: 'secret'
  /** Undefined: the address was reported. */
  readonly at?: Request | undefined
  readonly secret: SecretName
}

/** A body says something else, or is no JSON. */
interface WrongBody<Request> {
  readonly kind: 'body'
  readonly at: Request
  /** Undefined: the whole body. */
  readonly members?: readonly string[] | undefined
}

/** An id, an adapter or a scope is another one, or in another form. */
interface WrongId<Request> {
  readonly kind: 'id'
  readonly at: Request
  readonly sent: string
  readonly wanted?: string | undefined
}

/** A cursor is no id of the right end of its page. */
interface WrongCursor<Request> {
  readonly kind: 'cursor'
  readonly at: Request
  readonly sent: string
  /** The page that has the id. */
  readonly page?: Request | undefined
}

/** The next page was asked for at another URL than that of rel=next. */
interface WrongLink<Request> {
  readonly kind: 'link'
  readonly at: Request
  /** The page that told the URL; undefined where the task did. */
  readonly from?: Request | undefined
  /** The entry whose URL was taken instead. */
  readonly took?: 'previous' | undefined
}

/** The time that a client waited before it came again. */
interface Waited<Request> {
  readonly kind: 'waited'
  readonly after: Request
  /** Undefined: it did not come again. */
  readonly at?: Request | undefined
  /** True if the client waited as long as Retry-After says. */
  readonly enough: boolean
}

/** A value is not the right one. */
interface WrongValue {
  readonly kind: 'value'
  /** `form`: it is not of the form of its task. `folded`: ids that differ in case were taken for one. */
  readonly fault: 'form' | 'differs' | 'repeated' | 'foreign' | 'missing' | 'order' | 'changed' | 'folded'
  /** The ids that are concerned. */
  readonly ids?: readonly string[] | undefined
  /** The members that differ. */
  readonly members?: readonly string[] | undefined
}

/** A change in the world that is not the one asked for, whatever was reported. */
interface WrongEffect {
  readonly kind: 'effect'
  readonly fault: 'notDone' | 'differs' | 'twice' | 'others'
  /** The ids of what is concerned. */
  readonly ids?: readonly string[] | undefined
}

/** An error was reported, or should have been. */
interface WrongError {
  readonly kind: 'error'
  /** `missing`: a value was reported. `reported`: no error was right. `status`: the status of the error is missing. */
  readonly fault: 'missing' | 'reported' | 'status'
}

/** A run ended without a report. */
export interface NoReport {
  readonly kind: 'noReport'
  readonly how: 'crash' | 'unreadable' | 'notApplicable' | 'timeout'
}

/** The members of facts that are requests, and those whose values come from a client or a service. */
const requestMembers: ReadonlySet<string> = new Set(['after', 'page', 'from', 'at'])
const textMembers: ReadonlySet<string> = new Set(['sent', 'wanted', 'ids', 'names', 'members'])

/** The requests that a fact refers to, the one that decided last. */
export function requestsOf(fact: ClientFact): readonly ReceivedRequest[] {
  const members = new Map<string, unknown>(Object.entries(fact))
  return [...requestMembers].flatMap((name) => (members.get(name) as ReceivedRequest | undefined) ?? [])
}

/** A fact as a report has it: with the places of its requests, and other texts in the places of its own. */
export function withPlaces(
  fact: ClientFact,
  placeOf: (request: ReceivedRequest) => number,
  text: (text: string) => string,
): ClientFact<number> {
  const changed = (name: string, value: unknown): unknown => {
    if (requestMembers.has(name)) return placeOf(value as ReceivedRequest)
    if (!textMembers.has(name)) return value
    return Array.isArray(value) ? value.map((item: string) => text(item)) : text(value as string)
  }
  const members = Object.entries(fact).filter(([, value]) => value !== undefined)
  return {
    kind: fact.kind,
    ...Object.fromEntries(members.map(([name, value]) => [name, changed(name, value)])),
  } as ClientFact<number>
}
