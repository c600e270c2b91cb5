/** Decodes a percent-encoded text. A string that cannot be decoded is returned unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
