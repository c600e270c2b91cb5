/** Encodes a name as one step of a JSON Pointer (RFC 6901), with the leading slash. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Splits a JSON Pointer (RFC 6901) into its decoded names. */
export function pointerNames(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
