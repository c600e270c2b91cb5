import type { OpenedRequest as JournalRequest } from '../../journal/opened-request.ts'

/** A request as `GET /_emulator/requests/{index}` shows it. */
export interface OpenedRequest extends JournalRequest {
  /** The sentence of the specification that the request broke. */
  readonly requirement: { readonly id: string; readonly clause: string; readonly statement: string } | null
}
