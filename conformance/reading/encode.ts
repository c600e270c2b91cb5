/** Percent-encodes a text for an address. A lone surrogate, which cannot be encoded, becomes U+FFFD. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
