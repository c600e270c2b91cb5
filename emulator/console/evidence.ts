// An exchange that a report shows.

/** The beginning of a body, and the length of all of it. */
interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly length?: number | undefined
}

/** A request and its response. */
export interface Evidence {
  readonly request: Message & { readonly method: string; readonly url: string }
  readonly response: (Message & { readonly status: number; readonly trouble?: string | undefined }) | undefined
}
