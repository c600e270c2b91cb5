// Finds values for members of a target file in the answers of a service: ids, names and paths.
import { targetFetch } from '../send/target-fetch.ts'
import { type OperationId, findOperation } from '../catalogue/operations.ts'
import { isKitError } from '../kit-error.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { findList, itemId, addressListName, findMember } from '../reading/find-list.ts'
import { findRelation, parseLinkHeader } from '../reading/link-header.ts'
import { hasSuccessStatus } from '../reading/success.ts'
import { defaultLimits, type FetchFunction, Sender } from '../send/sender.ts'
import { systemTime, type Time } from '../send/time.ts'
import { grantForm } from './grant-form.ts'
import type { Target } from './target-file.ts'

/** A request that is asked for samples: a documented list, or a list that many services have besides those. */
export interface SampleRequest {
  readonly path: string
  readonly as: 'bearer' | 'legacy'
  /** Why it is asked, for a plan. */
  readonly shows: string
  /** The most objects that it is asked for, where its path names one. */
  readonly most?: number
}

/** The values that were found. The others are undefined. */
export interface FoundSamples {
  readonly catalogId?: string
  readonly scopeId?: string
  readonly adapter?: string
  readonly adapterConnectionId?: string
  readonly otherAdapterConnectionId?: string
  readonly commandName?: string
  readonly projectId?: string
  readonly issueId?: string
  /** The path of personal access tokens, where it is not the documented one. */
  readonly accessTokensPath?: string
}

const filledPath = (operation: OperationId, names: Readonly<Record<string, string>> = {}): string =>
  findOperation(operation).path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)

/** A list within an object. The object whose list has most to show is the best sample. */
interface ListWithin {
  readonly operation: 'products.list' | 'groups.list' | 'events.list'
  readonly parameter: string
  readonly as: SampleRequest['as']
  /** The samples to choose. */
  readonly shows: 'catalogId' | 'projectId' | 'issueId'
}

const listsWithin: readonly ListWithin[] = [
  { operation: 'products.list', parameter: 'catalog_id', as: 'bearer', shows: 'catalogId' },
  { operation: 'groups.list', parameter: 'project_id', as: 'legacy', shows: 'projectId' },
  { operation: 'events.list', parameter: 'issue_id', as: 'legacy', shows: 'issueId' },
]

/** The number of objects that are examined before the best one is taken. */
const mostLookedInto = 6

/** Products by which filters, search and pages can be judged. */
const enoughProducts = 12

/**
 * The further requests for choosing samples: lists within objects, each for up to `mostLookedInto` objects, and
 * commands.
 */
export function choosingRequests(target: Target): readonly SampleRequest[] {
  const { version = '1.13' } = target
  const kinds = new Set(sampleRequests(target).map(({ as }) => as))
  const within = listsWithin
    .filter(({ as }) => kinds.has(as))
    .map(({ operation, as, shows }) => ({ path: filledPath(operation, { version }), as, shows, most: mostLookedInto }))
  return kinds.has('bearer')
    ? [...within, { path: filledPath('services.capabilities'), as: 'bearer', shows: 'command' }]
    : within
}

/** The requests that are sent first, in their order. */
export function sampleRequests({ version = '1.13', credentials = {} }: Target): readonly SampleRequest[] {
  const bearer = credentials.token !== undefined || credentials.oauth !== undefined
  const legacy = [credentials.integrationToken, credentials.apiKey].some((credential) => credential !== undefined)
  const list = (name: string, shows: string): SampleRequest => ({ path: `/${version}/${name}`, as: 'bearer', shows })
  return [
    ...(bearer
      ? [
          list('environments', 'scopeId'),
          list('catalogs', 'catalogId'),
          list('adapter-connections', 'adapterConnectionId'),
          list('adapters', 'adapter'),
          list('issues', 'issueId'),
          { path: filledPath('access-tokens.list'), as: 'bearer', shows: 'paths.accessTokens' } as const,
        ]
      : []),
    ...(legacy ? [{ path: filledPath('legacy-projects.list'), as: 'legacy', shows: 'projectId' } as const] : []),
  ]
}

/** The answer to a request for samples. */
export interface SampleAnswer {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The credential of the target file that was sent. */
  readonly credential: 'token' | 'oauth' | 'integrationToken' | 'apiKey'
  /** Undefined if nothing answered. */
  readonly status: number | undefined
  /** The part that the answer should have and does not have; undefined if it has it. */
  readonly lacks: 'list' | 'record' | 'command' | 'token' | undefined
}

/** How a service is asked. */
export interface FindSamplesOptions {
  readonly target: Target
  readonly fetch?: FetchFunction | undefined
  readonly time?: Time | undefined
  readonly signal?: AbortSignal | undefined
  /** Called before each request. */
  readonly onRequest?: ((request: SampleRequest) => void) | undefined
  /** Called after each answer. */
  readonly onAnswer?: ((answer: SampleAnswer) => void) | undefined
}

/** Asks a service for what a target file may declare. It sends at most 30 reads, and a request for a token. */
export async function findSamples(options: FindSamplesOptions): Promise<FoundSamples> {
  const { target } = options
  const { version = '1.13' } = target
  const search = new SampleSearch(options)
  await search.begin()
  const connections = search.itemsOf('adapterConnectionId')
  const [connection] = connections
  const adapterOf = (item: unknown) => nonEmptyText(findMember(item, 'adapter'))
  const other = connections.find((item) => adapterOf(item) !== adapterOf(connection))
  const connectionId = itemId(connection)
  const commandName = connectionId === undefined ? undefined : await search.commandOf(connectionId)
  // The specification shows no prefix of environments.
  const projectId =
    (await search.bestOf('projectId')) ?? nonEmptyText(findMember(search.itemsOf('scopeId')[0], 'project_id'))
  const versioned = { path: `/${version}${filledPath('access-tokens.list')}`, as: 'bearer', shows: 'paths' } as const
  return keepDefined({
    catalogId: await search.bestOf('catalogId'),
    scopeId: projectId === undefined ? undefined : `prj_${projectId}`,
    adapter: nonEmptyText(findMember(search.itemsOf('adapter')[0], 'name')) ?? adapterOf(connection),
    adapterConnectionId: connectionId,
    otherAdapterConnectionId: itemId(other),
    commandName,
    projectId,
    issueId: await search.bestOf('issueId'),
    accessTokensPath:
      search.isRefused('paths.accessTokens') && (await search.ask(versioned)) ? versioned.path : undefined,
  })
}

/** The requests for samples, and their answers. */
class SampleSearch {
  readonly #target: Target
  readonly #onRequest: FindSamplesOptions['onRequest']
  readonly #onAnswer: FindSamplesOptions['onAnswer']
  readonly #sender: Sender
  /** The answers that are a success to the first requests, by what these show. */
  readonly #answers = new Map<string, Exchange | undefined>()
  #bearer: string | undefined

  constructor({
    target,
    fetch: send = targetFetch(target),
    time = systemTime,
    signal,
    onRequest,
    onAnswer,
  }: FindSamplesOptions) {
    this.#target = target
    this.#onRequest = onRequest
    this.#onAnswer = onAnswer
    const limits = { ...defaultLimits, maxRequests: 31, concurrency: 1 }
    this.#sender = new Sender({ fetch: send, time, signal, limits })
  }

  /** Sends the first requests. */
  async begin(): Promise<void> {
    this.#bearer = this.#target.credentials?.token ?? (await this.#grant())
    for (const request of sampleRequests(this.#target)) this.#answers.set(request.shows, await this.ask(request))
  }

  /** An answer that is a success; undefined without a token for it. */
  async ask(request: SampleRequest): Promise<Exchange | undefined> {
    if (request.as === 'bearer' && this.#bearer === undefined) return undefined
    this.#onRequest?.(request)
    const exchange = await askForList(this.#sender, this.#target, request.path, this.#authorization(request))
    const { token, integrationToken } = this.#target.credentials ?? {}
    const [first, second] =
      request.as === 'bearer' ? (['token', 'oauth'] as const) : (['integrationToken', 'apiKey'] as const)
    this.#onAnswer?.({
      method: 'GET',
      path: request.path,
      credential: (request.as === 'bearer' ? token : integrationToken) === undefined ? second : first,
      status: exchange?.response.status,
      lacks: exchange && whatIsLacking(request, exchange),
    })
    return exchange && hasSuccessStatus(exchange) ? exchange : undefined
  }

  /** A token of the OAuth client; undefined without a client, and if the service gives none. */
  async #grant(): Promise<string | undefined> {
    if (this.#target.credentials?.oauth === undefined) return undefined
    const exchange = await requestSampleToken(this.#target, this.#sender)
    const token = nonEmptyText(findMember(exchange?.response.json, 'access_token'))
    this.#onAnswer?.({
      method: 'POST',
      path: filledPath('oauth.token'),
      credential: 'oauth',
      status: exchange?.response.status,
      lacks: token === undefined ? 'token' : undefined,
    })
    return token
  }

  #authorization({ as }: SampleRequest): string {
    const { integrationToken, apiKey } = this.#target.credentials ?? {}
    if (as === 'bearer') return `Bearer ${this.#bearer}`
    return integrationToken === undefined ? `Basic ${btoa(`${apiKey}:`)}` : `Bearer ${integrationToken}`
  }

  /** The records of a first list. */
  itemsOf(shows: string): readonly unknown[] {
    const exchange = this.#answers.get(shows)
    return exchange
      ? (findList(exchange.response.json, undefined, addressListName(exchange.request.url))?.items ?? [])
      : []
  }

  /** Returns true if a first request was sent and not answered by a success. */
  isRefused(shows: string): boolean {
    return this.#answers.has(shows) && this.#answers.get(shows) === undefined
  }

  /** A command of a connection. */
  async commandOf(connectionId: string): Promise<string | undefined> {
    const address = filledPath('services.capabilities', { adapterConnectionId: encodeURIComponent(connectionId) })
    return findCommandName((await this.ask({ path: address, as: 'bearer', shows: 'command' }))?.response.json)
  }

  /** The object whose list has most to show. */
  async bestOf(sample: ListWithin['shows']): Promise<string | undefined> {
    const { operation, parameter, as } = listsWithin.find(({ shows }) => shows === sample)!
    const { version = '1.13', credentials: { integrationToken, apiKey } = {} } = this.#target
    const ids = this.itemsOf(sample).flatMap((item) => itemId(item) ?? [])
    const isClosed = as === 'legacy' && (integrationToken ?? apiKey) === undefined
    if (ids.length < 2 || isClosed) return ids[0]
    let best: { readonly id: string; readonly size: number } | undefined
    for (const id of ids.slice(0, mostLookedInto)) {
      const at = filledPath(operation, { version, [parameter]: encodeURIComponent(id) })
      const page = await this.ask({ path: as === 'bearer' ? `${at}?limit=${enoughProducts}` : at, as, shows: sample })
      const size = page ? shownRecords(page) : -1
      if (best === undefined || size > best.size) best = { id, size }
      if (size >= (as === 'bearer' ? enoughProducts : Infinity)) break
    }
    return best?.id
  }
}

/** The size of the first page of a list: its records, or Infinity where more pages follow by the Link header. */
function shownRecords({ request, response }: Exchange): number {
  const link = response.headers['link']
  const next = link === undefined ? undefined : findRelation(parseLinkHeader(link) ?? [], 'next')
  const hasMore = next?.parameters['results'] === 'true'
  return hasMore ? Infinity : (findList(response.json, undefined, addressListName(request.url))?.items.length ?? 0)
}

/** The missing part of an answer; undefined if it is complete. */
function whatIsLacking({ shows }: SampleRequest, exchange: Exchange): SampleAnswer['lacks'] {
  const { request, response } = exchange
  if (shows === 'command') return findCommandName(response.json) === undefined ? 'command' : undefined
  const list = hasSuccessStatus(exchange) && findList(response.json, undefined, addressListName(request.url))
  if (!list) return 'list'
  return list.items.length === 0 ? 'record' : undefined
}

/** The answer to a request for an access token by client credentials (clause 4.1). */
async function requestSampleToken(target: Target, sender: Sender): Promise<Exchange | undefined> {
  return await answerIfReachable(
    sender.send({
      method: 'POST',
      url: `${target.baseUrl.replace(/\/+$/, '')}${filledPath('oauth.token')}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(grantForm(target)).toString(),
    }),
  )
}

function askForList(
  sender: Sender,
  { baseUrl }: Target,
  at: string,
  authorization: string,
): Promise<Exchange | undefined> {
  const url = `${baseUrl.replace(/\/+$/, '')}${at}`
  return answerIfReachable(sender.send({ method: 'GET', url, headers: { accept: 'application/json', authorization } }))
}

/** An exchange; undefined where nothing answered. */
async function answerIfReachable(exchange: Promise<Exchange>): Promise<Exchange | undefined> {
  try {
    return await exchange
  } catch (error) {
    if (isKitError(error, 'unreachable')) return undefined
    throw error
  }
}

/** The first name in an answer about capabilities, whose form is not shown (clause 4.7). */
function findCommandName(json: unknown, depth = 4): string | undefined {
  if (depth === 0 || typeof json !== 'object' || json === null) return undefined
  const name: unknown = Array.isArray(json) ? undefined : (json as Readonly<Record<string, unknown>>)['name']
  if (typeof name === 'string') return name
  for (const member of Object.values(json)) {
    const found = findCommandName(member, depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

function keepDefined<Members extends object>(
  members: Members,
): Partial<{ [Name in keyof Members]: NonNullable<Members[Name]> }> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}
