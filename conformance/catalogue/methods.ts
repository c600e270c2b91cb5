// Safe and unsafe HTTP methods (RFC 9110, 9.2.1).

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const unsafe: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Returns true if a method changes nothing at a target. */
export function isSafe(method: string): boolean {
  return safe.has(method)
}

/** Returns true if a method changes something at a target. */
export function isUnsafe(method: string): boolean {
  return unsafe.has(method)
}
