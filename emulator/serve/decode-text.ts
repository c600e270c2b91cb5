/** The text of a file in UTF-8, without a byte order mark. @throws Error that names another encoding. */
export function decodeText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) throw new Error(`it is in ${wide}; save it in UTF-8`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw notUtf8(error)
  }
}

/** Explains a decoder's error. Every byte is a Latin-1 character, so only UTF-8 decoding can fail. */
function notUtf8(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') return error
  return new Error('it is not in UTF-8, but probably in Latin-1 (Windows-1252); save it in UTF-8')
}

/** Detects UTF-16 and UTF-32 by a byte order mark, or by the zero bytes of ASCII characters. */
function wideEncoding([first, second, third, fourth]: Uint8Array): 'UTF-16' | 'UTF-32' | undefined {
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'UTF-32' : 'UTF-16'
  if (first === 0xfe && second === 0xff) return 'UTF-16'
  if (first === 0 && second === 0) return 'UTF-32'
  return first !== undefined && second !== undefined && (first === 0) !== (second === 0) ? 'UTF-16' : undefined
}
