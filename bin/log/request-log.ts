import type { EndedRequest } from '../../emulator/journal/journal-limits.ts'
import { toJournalEntry } from '../../emulator/journal/journal-entry.ts'
import { targetOf } from '../../emulator/journal/target.ts'
import { unreadOf } from '../../emulator/journal/unread.ts'
import { bothSides } from './both-sides.ts'
import { type Line, toLine } from './line.ts'

/** Prints what the emulator answered. */
export interface RequestLog {
  /** Prints a request that a world received. */
  ended(request: EndedRequest): void
  /** Prints a request that no world received: it was refused before, or is one to the control API. */
  other(request: Request, response: Response): void
}

interface LogOptions {
  /** Whether headers and bodies are printed, too. */
  readonly full: boolean
  readonly coloured: boolean
  readonly write: (text: string) => void
}

/** Makes a log of requests, in the order of their answers. */
export function createRequestLog({ full, coloured, write }: LogOptions): RequestLog {
  return {
    ended: (request) => write(`${toLine(lineOf(request), coloured)}\n${full ? bothSides(request) : ''}`),
    other({ method, url }, { status, headers }) {
      const code = headers.get('x-emulator-code')
      const target = new URL(url).pathname
      write(`${toLine({ method, target, status, notes: code === null ? [] : [code] }, coloured)}\n`)
    },
  }
}

function lineOf({ world, draft, redactor }: EndedRequest): Line {
  const { status, durationMs, refusal, fault } = toJournalEntry(draft, redactor)
  const unread = unreadOf(draft, redactor).map(({ kind, name, nearest }) => {
    const what = kind === 'body' ? 'the body' : `the ${kind} ${name}`
    return `${what}${nearest === null ? '' : ` (did you mean ${nearest}?)`}`
  })
  return {
    method: draft.method,
    target: targetOf(draft, redactor),
    status,
    milliseconds: durationMs ?? 0,
    notes: [
      ...(world === 'default' ? [] : [`in ${world}`]),
      ...(fault === null ? [] : ['by a fault']),
      ...(refusal === null ? [] : [refusal.message]),
      ...(unread.length === 0 ? [] : [`unread: ${unread.join(', ')}`]),
    ],
  }
}
