import type { Target } from '../target/target-file.ts'
import type { Credential } from './call.ts'

/** The credential of the hooks that create and delete: the Bearer token, if there is one. */
export const hookCredential = ({ credentials: { token, oauth } = {} }: Target): Credential =>
  (token ?? oauth) === undefined ? 'none' : 'bearer'

/** Replaces each text in a body that is a whole placeholder, such as `"$seconds"`. */
export function fillPlaceholder(body: unknown, placeholder: string, value: unknown): unknown {
  if (body === placeholder) return value
  if (Array.isArray(body)) return body.map((item) => fillPlaceholder(item, placeholder, value))
  if (typeof body === 'object' && body !== null)
    return Object.fromEntries(
      Object.entries(body).map(([name, member]) => [name, fillPlaceholder(member, placeholder, value)]),
    )
  return body
}
