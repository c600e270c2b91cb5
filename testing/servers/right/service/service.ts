// A second implementation of the whole of SPEC.md. It shares nothing with the emulator, so a check that takes a habit
// of the emulator for a rule raises a false alarm here.
import type { FakeTime } from '../../../conformance/fake-time.ts'
import type { Policy, Reason, Refusal } from './policy.ts'
import { type Kind, Store, type StoredRecord } from './store.ts'
import { base62, policyJson } from './usual-policy.ts'

/** Who sends a request. */
export interface Caller {
  readonly user: string
  readonly kind: 'client' | 'token' | 'integration' | 'key' | 'dsn'
  readonly scopes: readonly string[]
}

/** The error that ends a request. */
export class ServiceRefusal extends Error {
  readonly refusal: Refusal

  constructor(status: number, reason: Reason, detail: string, options?: readonly string[]) {
    super(detail)
    this.refusal = { status, reason, detail, options }
  }
}

/** The secrets of the service. */
export const secrets = {
  clientId: 'client-of-the-service',
  clientSecret: 'Secret+of/the=client%20',
  integrationToken: 'integration-8d4f2c',
  apiKey: 'KEY-of-the-service-77',
  dsn: 'https://5f2e8c@ingest.test/4',
  bearer: 'bearer-of-the-service-31',
} as const

/** The service: its records, its clock and what its endpoints share. */
export class Service {
  readonly policy: Policy
  readonly store: Store
  readonly user: string
  readonly project: StoredRecord
  readonly issue: string
  readonly catalog: string
  readonly connection: string
  readonly otherConnection: string
  /** Milliseconds by which a hook moved the clock. */
  advanced = 0
  /** Requests with wrong credentials. */
  failedLogIns = 0
  /** Requests with wrong credentials for the token endpoint. */
  refusedClients = 0
  readonly #time: FakeTime
  #serial = 0
  #random = 12_345

  constructor(policy: Policy, time: FakeTime) {
    this.policy = policy
    this.#time = time
    this.store = new Store(() => this.now())
    this.user = this.newId()
    this.project = { id: this.newId(), name: 'Main', slug: 'main' }
    this.issue = this.newId()
    this.catalog = this.newId()
    this.connection = this.newId()
    this.otherConnection = this.newId()
    // As long-lived as a personal access token may be.
    const expires = this.now() + 700 * 86_400_000
    this.store.add('access', '', {
      id: policy.oauth.token(secrets.bearer),
      user: this.user,
      token: 'of-the-dashboard',
      scopes: policy.scopes.known,
      expires,
    })
    const { counts } = policy.data
    const kinds = Object.keys(counts) as (keyof typeof counts)[]
    for (let index = 0; index < Math.max(...Object.values(counts)); index++)
      for (const kind of kinds)
        if (index < counts[kind]) this.make(kind, index, this.now() - 100_000_000 + index * 7000)
  }

  /** Milliseconds since 1970 by the clock of the service. */
  now(): number {
    return this.#time.now() + this.advanced + this.policy.moods.skew
  }

  newId(at: number = this.now()): string {
    return this.policy.id(at, ++this.#serial)
  }

  /** A string that cannot be guessed. */
  random(): string {
    let text = ''
    while (text.length < 32) {
      this.#random = (this.#random * 48_271) % 2_147_483_647
      text += base62(this.#random, 5)
    }
    return text
  }

  /** Creates a record, as other clients do. */
  make(kind: Kind, index: number, at: number = this.now()): StoredRecord {
    const { names, brands, categories, statuses, groupStatuses } = this.policy.data
    const pick = (list: readonly string[], place: number) => list[place % list.length]!
    const named = { id: this.newId(at), name: `${pick(names, index)} ${index}` }
    const parents: Partial<Record<Kind, string>> = {
      product: this.catalog,
      event: this.issue,
      group: this.project.id,
    }
    const members: Partial<Record<Kind, object>> = {
      product: {
        // No answer shows it.
        _keywords: `${pick(['oak', 'pine', 'steel'], index)} ${pick(brands, index)}`,
        brand: pick(brands, index * 7 + (index >> 2)),
        category: pick(categories, index * 3 + (index >> 1)),
        status: pick(statuses, (index * 5) >> 1),
      },
      resource: { status: pick(statuses, index + (index >> 3)) },
      group: { status: pick(groupStatuses, index) },
    }
    return this.store.add(kind, parents[kind] ?? '', { ...named, ...members[kind] }, at)
  }

  /** @throws Refused 400 for a malformed id (clause 2.1). */
  readId(text: string | null | undefined): string {
    const id = /^(?:[a-z]{3}_)?([0-9A-Za-z]{27})$/.exec(text ?? '')?.[1]
    if (id === undefined || /[\r\n]/.test(text!)) throw new ServiceRefusal(400, 'malformedId', 'malformed id')
    return id
  }

  refuse(reason: Exclude<Reason, 'malformedId'>, detail: string): never {
    throw new ServiceRefusal(this.policy.status[reason], reason, detail)
  }

  answer(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
    return policyJson(body, status, { ...this.policy.headers(status), ...headers })
  }

  show(kind: Kind, record: StoredRecord): Readonly<Record<string, unknown>> {
    const sent = Object.fromEntries(Object.entries(record).filter(([name]) => !name.startsWith('_')))
    return this.policy.show(kind, sent)
  }
}
