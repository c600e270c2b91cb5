import type { SentRequest } from '../wire/exchange.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'

interface Invocation {
  readonly entry: LedgerEntry
  pending: number
  isTaken: boolean
}

/**
 * The commands that a run invokes (clause 4.7). What a command does cannot be taken back, so that each is in the ledger
 * from before its first request until every request for it was refused.
 */
export class Invocations {
  readonly #ledger: Ledger
  readonly #runId: string
  readonly #byCommand = new Map<string, Invocation>()

  constructor(ledger: Ledger, runId: string) {
    this.#ledger = ledger
    this.#runId = runId
  }

  /**
   * Notes a request that is about to be sent.
   * @returns what to call with the status of the answer; undefined for a request that invokes nothing.
   */
  begin({ method, url }: SentRequest, baseUrl: string): ((status: number) => void) | undefined {
    const command = method === 'POST' && url.startsWith(baseUrl) ? commandIn(url.slice(baseUrl.length)) : undefined
    if (command === undefined) return undefined
    const invocation = this.#byCommand.get(command) ?? this.#open(command)
    invocation.pending++
    return (status) => {
      invocation.pending--
      invocation.isTaken ||= status < 300
      if (invocation.isTaken || invocation.pending > 0) return
      this.#byCommand.delete(command)
      this.#ledger.close(invocation.entry)
    }
  }

  #open(command: string): Invocation {
    const entry = this.#ledger.open({ runId: this.#runId, what: 'command invoked:', name: command, path: '' })
    const invocation: Invocation = { entry, pending: 0, isTaken: false }
    this.#byCommand.set(command, invocation)
    return invocation
  }
}

/** "create-order of connection X", for the path of a command. */
function commandIn(path: string): string | undefined {
  const [, connection, command] = /^\/services\/([^/?#]+)\/([^/?#]+)\/?(?:[?#]|$)/.exec(path) ?? []
  // The prefix of an id is ignored (clause 2.1): with another one, it is the same command.
  return command === undefined ? undefined : `${command} of connection ${connection!.replace(/^[a-z]{3}_/, '')}`
}
