/** Encodes a text for an address. Half a surrogate pair, which no address can hold, becomes U+FFFD. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
