const secret = /secret|token|password|passwd|api_?key|credential|authorization|^prepare_state$|^state$|^code$/i
/** Names that hold one of those words and no secret. */
const harmless = /^(?:grant_type|token_type|access_token_ttl|.*_expires_(?:in|at))$/i
const secretHeader = /authorization|cookie|token|secret|api-?key|password/i

const replaced = '<redacted>'

function isSecret(name: string): boolean {
  return secret.test(name) && !harmless.test(name)
}

export function redactHeader(name: string, value: string): string {
  if (!secretHeader.test(name)) return value
  // The scheme tells how a client authenticates; it is the mistake that one looks for.
  const scheme = /^(Bearer|Basic|DSN) /i.exec(value)?.[1]
  return scheme === undefined ? replaced : `${scheme} ${replaced}`
}

export function redactParameter(name: string, value: string): string {
  return isSecret(name) ? replaced : value
}

/** A body with its secrets replaced: JSON as its value, a form as its parameters. Of anything else only the length is told. */
export function redactBody(text: string, contentType: string): unknown {
  if (contentType.includes('application/x-www-form-urlencoded')) return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, redactParameter(name, value)]))
  try {
    return redactJson(JSON.parse(text))
  } catch {
    return `(${text.length} characters that are not JSON)`
  }
}

function redactJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, isSecret(name) && (typeof member === 'string' || typeof member === 'number') ? replaced : redactJson(member)]))
}
