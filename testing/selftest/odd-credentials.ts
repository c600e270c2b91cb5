import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Target } from '../../conformance/target/target-file.ts'
import { type Subject, toSubject } from '../conformance/subject.ts'

type Credentials = NonNullable<Target['credentials']>

/** An emulator that accepts other credentials than its own. `change` edits its JSON answers to POST. */
export function oddCredentialsSubject(
  changes: Partial<Credentials>,
  change: (answer: Readonly<Record<string, unknown>>) => unknown = (answer) => answer,
): Subject {
  const { target, fetch } = toSubject(createEmulator())
  const original = target.credentials!
  const credentials = { ...original, ...changes }
  const pairs = [
    [credentials.dsn!, original.dsn!],
    [credentials.token!, original.token!],
  ] as const
  return {
    target: { ...target, credentials },
    fetch: async (request) => {
      const headers = new Headers(request.headers)
      const sent = headers.get('authorization')
      for (const [from, to] of pairs)
        if (sent !== null && sent.endsWith(` ${from}`)) headers.set('authorization', sent.replace(from, to))
      // A secret may begin with the id of its record: `{id}.{secret}`.
      if (sent !== null) headers.set('authorization', headers.get('authorization')!.replace(/ \w{27}\./, ' '))
      const form = /form-urlencoded/.test(headers.get('content-type') ?? '')
      const text = await request.text()
      const parameters = form ? new URLSearchParams(text) : undefined
      for (const [name, from, to] of [
        ['client_id', credentials.oauth!.clientId, original.oauth!.clientId],
        ['client_secret', credentials.oauth!.clientSecret, original.oauth!.clientSecret],
      ] as const)
        if (parameters?.get(name) === from) parameters.set(name, to)
      const response = await fetch(
        new Request(request.url, {
          method: request.method,
          headers,
          body: text === '' ? null : (parameters?.toString() ?? text),
        }),
      )
      const json: unknown = await response
        .clone()
        .json()
        .catch(() => undefined)
      return typeof json === 'object' && json !== null && !Array.isArray(json) && request.method === 'POST'
        ? Response.json(change(json as Readonly<Record<string, unknown>>), response)
        : response
    },
  }
}
