import type { SentRequest } from '../conclusions/exchange.ts'
import { isUnsafe } from '../catalogue/methods.ts'
import { pathParameters, remainingSegments, type PathNames } from '../catalogue/operation-paths.ts'
import { stripPrefix } from '../reading/id-forms.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'

type Kind = Pick<LedgerEntry, 'operation' | 'name' | 'ends'>

interface Write {
  readonly entry: LedgerEntry
  pending: number
  isTaken: boolean
}

const longestName = 200

/**
 * The writes of a run, except those whose check keeps an entry. No documented request can undo them, so each kind is in
 * the ledger from before its first request until every request of the kind was refused. A server may have carried out a
 * request that it answers with 5xx or a redirect.
 */
export class UntrackedWrites {
  readonly #ledger: Ledger
  readonly #runId: string
  readonly #notesTokens: boolean
  readonly #byName = new Map<string, Write>()

  /**
   * @param notesTokens True to include tokens of the token endpoint and MCP sessions, which a read-only run creates
   * too.
   */
  constructor(ledger: Ledger, runId: string, notesTokens: boolean) {
    this.#ledger = ledger
    this.#runId = runId
    this.#notesTokens = notesTokens
  }

  /**
   * Notes a request before it is sent.
   *
   * @returns a function to call with the status of the answer, or with undefined if the request was not carried out;
   * undefined for a request that needs no entry.
   */
  begin(
    request: SentRequest,
    { baseUrl, names }: { readonly baseUrl: string; readonly names: PathNames },
  ): ((status: number | undefined) => void) | undefined {
    const { method, url } = request
    if (!isUnsafe(method)) return undefined
    const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url
    if (this.#isKnown(path)) return undefined
    const kind = createdKind(request, path, names)
    const isForReading = request.operation === 'oauth.token' || (names.mcp !== undefined && path === names.mcp)
    if (isForReading && !this.#notesTokens) return undefined
    const key = `${kind.operation} ${kind.name}`
    const write = this.#byName.get(key) ?? this.#open(key, kind)
    write.pending++
    return (status) => {
      write.pending--
      write.isTaken ||= status !== undefined && (status < 400 || status >= 500)
      if (write.isTaken || write.pending > 0) return
      this.#byName.delete(key)
      this.#ledger.close(write.entry)
    }
  }

  /** Returns true if a path names an object with its own entry, by which it is deleted. */
  #isKnown(path: string): boolean {
    return this.#ledger.entries.some(({ id, path: deleted }) => {
      const [part] = (deleted && remainingSegments(path, deleted.slice(0, deleted.indexOf('{')))) || []
      return id !== undefined && part !== undefined && part.includes(id)
    })
  }

  #open(key: string, kind: Kind): Write {
    const entry = this.#ledger.open({ runId: this.#runId, ...kind })
    const write: Write = { entry, pending: 0, isTaken: false }
    this.#byName.set(key, write)
    return write
  }
}

/**
 * The kind of object that a request creates. The prefix of an id is ignored (clause 2.1), so the kind is the same with
 * any prefix.
 */
function createdKind({ method, operation }: SentRequest, path: string, names: PathNames): Kind {
  const [pathname = ''] = path.split(/[?#]/)
  switch (operation) {
    case 'services.invoke': {
      const { adapterConnectionId = '', command } = pathParameters(operation, pathname, names)
      return { operation, name: `${command} of connection ${stripPrefix(adapterConnectionId)}` }
    }
    case 'oauth.token':
      return { operation, name: 'of POST /oauth/token', ends: true }
    case 'connect.prepare':
      return { operation, name: `of POST ${pathname}`, ends: true }
    default:
      return { name: `${method} ${pathname}`.slice(0, longestName) }
  }
}
