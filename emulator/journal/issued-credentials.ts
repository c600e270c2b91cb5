// The credentials that a world has issued, in order: their labels distinguish them without revealing anything.
import type { CollectionRecords } from '../model/contract/stored-records.ts'
import type { WorldEvent } from './event-log.ts'

type Credential = CollectionRecords['credentials']
type IssuedKind = Credential['kind'] | 'stateCode'

/** The record of a credential, or of a state code, which has no kind. */
export type IssuedRecord = Pick<Credential, 'id' | 'expires_at'> & { readonly kind?: Credential['kind'] }

/** The names of the kinds. Kinds with many credentials are numbered from the first, others from the second. */
const names: Readonly<Record<IssuedKind, { readonly name: string; readonly numbered: boolean }>> = {
  accessToken: { name: 'oauth', numbered: true },
  refreshToken: { name: 'refresh', numbered: true },
  personalAccessToken: { name: 'pat', numbered: true },
  stateCode: { name: 'state', numbered: true },
  integrationToken: { name: 'integrationToken', numbered: false },
  apiKey: { name: 'apiKey', numbered: false },
  dsn: { name: 'dsn', numbered: false },
  oauthClient: { name: 'oauthClient', numbered: false },
}

/** A credential that a world has issued. */
export interface IssuedCredential {
  /** Such as `oauth#2`. */
  readonly label: string
  readonly kind: IssuedKind
  /** Virtual time, in milliseconds since 1970; null for a credential that does not expire. */
  readonly expiresAt: number | null
  /** The moment when it was used up or revoked; undefined while it is known. */
  readonly goneAt: number | undefined
}

/** The number of credentials to remember; the oldest are forgotten. */
const most = 10_000

/** The number of latest secrets that are kept unhashed. */
const mostSecrets = 500

/** Remembers the credentials that one world has issued, by the ids of their records, and the latest secrets of them. */
export class IssuedCredentials {
  readonly #before: () => readonly IssuedRecord[]
  /** Undefined until first use: most forks of a world never need it. */
  #known: Map<string, IssuedCredential> | undefined
  readonly #counts = new Map<IssuedKind, number>()
  #secrets: readonly string[] = []

  /**
   * @param before The records that the world did not issue itself, as from a snapshot. They come first, in id order.
   */
  constructor(before: () => readonly IssuedRecord[]) {
    this.#before = before
  }

  /** The latest secrets that this process issued. A reset keeps them, as a client may still send them. */
  get secrets(): readonly string[] {
    return this.#secrets
  }

  /** Notes a secret that was issued. */
  noteSecret(secret: string): void {
    this.#secrets = [...this.#secrets.slice(1 - mostSecrets), secret]
  }

  /** Reads an event of the world, before its records change. */
  read(event: WorldEvent): void {
    if (event.kind !== 'record' || !(event.collection === 'credentials' || event.collection === 'connect_codes')) return
    const issued = this.#issued()
    const record = event.after as IssuedRecord | undefined
    if (!event.before) return this.#add(issued, record!)
    const known = issued.get(event.id)
    if (known && event.collection === 'credentials')
      issued.set(event.id, { ...known, ...(record ? { expiresAt: record.expires_at } : { goneAt: event.moment }) })
  }

  /** The credential whose record has an id; undefined if it was not issued here, or too long ago. */
  get(id: string): IssuedCredential | undefined {
    return this.#issued().get(id)
  }

  /** Forgets everything when the state of the world is replaced. */
  clear(): void {
    this.#known = undefined
    this.#counts.clear()
  }

  #issued(): Map<string, IssuedCredential> {
    if (this.#known) return this.#known
    const known = (this.#known = new Map<string, IssuedCredential>())
    for (const record of this.#before()) this.#add(known, record)
    return known
  }

  #add(
    known: Map<string, IssuedCredential>,
    { id, kind = 'stateCode', expires_at: expiresAt }: { id: string; kind?: IssuedKind; expires_at: number | null },
  ): void {
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const { name, numbered } = names[kind]
    const label = numbered || count > 1 ? `${name}#${count}` : name
    known.set(id, { label, kind, expiresAt, goneAt: undefined })
    if (known.size > most) known.delete(known.keys().next().value!)
  }
}
