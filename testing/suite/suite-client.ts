import { expect } from 'vitest'
import type { CollectionName } from '../../emulator/model/contract/stored-records.ts'
import type { OperationConventions } from '../../emulator/model/contract/conventions.ts'
import { operationConventions } from '../../emulator/api/dialect/per-operation.ts'
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { StoredRecord } from '../../emulator/model/contract/resource.ts'
import type { World } from '../../emulator/world/world.ts'
import { DialectReader, type ReadError, type ReadList, type ReadObject } from './dialect-reader.ts'
import { suiteSeed } from './suite-seed.ts'
import type { Transport } from './transports.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

export interface Ask {
  readonly query?: string | Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: string
  /** The value of Authorization; null for none. Default: the personal access token. */
  readonly auth?: string | null
}

/** A client of one world of an emulator. Each behaviour gets one, over some transport and under some conventions. */
export class SuiteClient {
  readonly emulator: Emulator
  readonly transport: Transport
  readonly worldName: string
  readonly reader: DialectReader
  readonly #origin: string

  constructor(emulator: Emulator, transport: Transport, worldName: string) {
    this.emulator = emulator
    this.transport = transport
    this.worldName = worldName
    this.reader = new DialectReader(operationConventions(emulator.conventions))
    this.#origin = transport.origin
  }

  get conventions(): OperationConventions {
    return operationConventions(this.emulator.conventions)
  }

  get world(): World {
    return this.emulator.worlds.use(this.worldName)
  }

  get baseUrl(): string {
    return `${this.#origin}${this.emulator.basePath}/~${this.worldName}`
  }

  /** The first served version as a path: `/1.13` by default. */
  get version(): string {
    return `/${this.conventions.versions[0]}`
  }

  get bearer(): string {
    return `Bearer ${this.emulator.credentials.token}`
  }

  /** Those of many alike that this transport tries. */
  some<Item>(items: Iterable<Item>): readonly Item[] {
    return [...items].filter((_item, index) => index % this.transport.every === 0)
  }

  /** The records of the seed, newest first. */
  seeded(collection: CollectionName): readonly StoredRecord[] {
    return suiteSeed.all(collection).toReversed()
  }

  async send(
    method: string,
    path: string,
    { query, headers, json, body, auth = this.bearer }: Ask = {},
  ): Promise<Reply> {
    const search = query === undefined ? '' : `?${typeof query === 'string' ? query : encodeQuery(query)}`
    const url = /^https?:/.test(path) ? path : `${this.baseUrl}${path}`
    const request = new Request(url + search, {
      method,
      headers: {
        ...(auth === null ? {} : { Authorization: auth }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
    })
    const response = await this.transport.send(request)
    const text = await response.text()
    const reply = {
      status: response.status,
      headers: response.headers,
      text,
      json:
        /json/.test(response.headers.get('content-type') ?? '') && text !== ''
          ? (JSON.parse(text) as unknown)
          : undefined,
    }
    const asked = `${method} ${url}${search}`
    assertAlways(reply, asked)
    const readableBy = this.transport.readableBy(request.headers.get('origin'))
    expect(reply.headers.get('access-control-allow-origin'), asked).toBe(readableBy)
    return reply
  }

  get(path: string, query?: Ask['query'], ask: Ask = {}): Promise<Reply> {
    return this.send('GET', path, query === undefined ? ask : { ...ask, query })
  }

  /** Gets a list and expects a success. */
  async list(path: string, plural: string, query: Ask['query'] = {}): Promise<ReadList> {
    const reply = await this.get(path, query)
    expect(reply.status, reply.text).toBe(this.conventions.successStatus)
    return this.reader.list(reply.json, plural)
  }

  async ids(path: string, plural: string, query: Ask['query'] = {}): Promise<readonly string[]> {
    return readIds((await this.list(path, plural, query)).items)
  }

  /** Every record from the newest to the oldest, page by page. */
  async walk(
    path: string,
    plural: string,
    query: Readonly<Record<string, string | number>> = {},
    between?: () => Promise<void>,
  ): Promise<readonly string[]> {
    const found: string[] = []
    for (let cursor: string | undefined, more = true; more;) {
      const page = await this.list(path, plural, cursor === undefined ? query : { ...query, starting_after: cursor })
      const ids = readIds(page.items)
      // A list without pages answers the same records at every cursor.
      if (this.conventions.pagedLists === false && ids.length > 0 && found.includes(ids[0]!)) break
      found.push(...ids)
      cursor = page.items.at(-1)?.id as string | undefined
      more = (page.hasMore ?? true) && cursor !== undefined
      await between?.()
    }
    return found
  }

  refusal(reply: Reply): ReadError {
    return this.reader.error(reply.json)
  }

  /** Expects a refusal: a status, a code in the header and an error body in the dialect. */
  expectRefusal(reply: Reply, status: number, code: string): ReadError {
    expect({ status: reply.status, code: reply.headers.get('x-emulator-code') }, reply.text).toEqual({ status, code })
    const error = this.refusal(reply)
    expect(error.message.length).toBeGreaterThan(5)
    return error
  }

  expectRefused(reply: Reply): ReadError {
    return this.expectRefusal(reply, this.conventions.refusedStatus, 'invalid_request')
  }
}

function encodeQuery(query: Readonly<Record<string, string | number>>): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
}

/** The ids of records, in the same order. */
export function readIds(items: readonly ReadObject[]): readonly string[] {
  return items.map(({ id }) => id as string)
}

/** Asserts what holds for every answer. */
function assertAlways(reply: Reply, asked: string): void {
  expect(reply.status, `${asked}: ${reply.text}`).toBeLessThan(500)
  if (reply.text !== '')
    expect(reply.headers.get('content-type'), asked).toMatch(
      /^(application\/json|application\/problem\+json|text\/html)/,
    )
  if (reply.json !== undefined) assertBareIds(reply.json, asked)
}

/** Clause 2.1: ids in responses are never prefixed. */
function assertBareIds(json: unknown, asked: string): void {
  if (Array.isArray(json)) for (const item of json) assertBareIds(item, asked)
  else if (typeof json === 'object' && json !== null) {
    for (const [name, value] of Object.entries(json)) {
      if (name === 'id' && typeof value === 'string') expect(value, asked).toMatch(/^[0-9A-Za-z]{27}$/)
      else assertBareIds(value, asked)
    }
  }
}
