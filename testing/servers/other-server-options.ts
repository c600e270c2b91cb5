// The options of the other server, and the types that its files share.

/** A record. Members that begin with an underscore are never sent. */
export interface Stored {
  readonly id: string
  readonly [member: string]: unknown
}

export type Kind = 'product' | 'environment' | 'resource' | 'event' | 'group'

/** Choices that the specification leaves to a server. The emulator makes each of them differently. */
export interface OtherServerOptions {
  readonly counts: Readonly<Record<Kind, number>>
  readonly envelope: (kind: Kind, records: readonly unknown[], last: string | undefined) => unknown
  readonly show: (kind: Kind, record: Stored) => unknown
  readonly error: (status: number, message: string, options?: readonly string[]) => unknown
  readonly limit: {
    readonly usual: number
    readonly least: number
    readonly most: number
    readonly above: 'clamp' | number
  }
  readonly paged: readonly Kind[]
  /** The status for an unknown parameter; undefined to ignore it. */
  readonly unknownParameter: number | undefined
  readonly unknownCursor: number | undefined
  readonly behindLast: number | undefined
  readonly searched: readonly string[] | undefined
  readonly brands: readonly string[]
  readonly categories: readonly string[]
  readonly names: readonly string[]
  readonly statuses: readonly string[]
  readonly linkPageSize: number
  readonly newestEventsFirst: boolean
  readonly link: (entry: {
    readonly rel: string
    readonly url: string
    readonly results: boolean
    readonly cursor: string
  }) => string
  readonly linkIdentifier: string
  /** The answer of `GET /0/projects/`: a list, the object, or none. */
  readonly projects: 'list' | 'object' | 'by key alone' | number
  readonly options: () => Response
  /** The number of requests after which others create a record of each kind, or delete some. */
  readonly madeEvery: number | undefined
  readonly deletedEvery: number | undefined
}

/** One request on its way through the server. */
export interface Desk {
  readonly options: OtherServerOptions
  readonly stored: Readonly<Record<Kind, Stored[]>>
  readonly refuse: (status: number, message: string, options?: readonly string[]) => Response
  /** The bare id; undefined when it is malformed. */
  readonly readId: (text: string | null | undefined) => string | undefined
}
