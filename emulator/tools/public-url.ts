/** Every path is appended to it, and fetch refuses a URL with a user name. */
export function isPublicUrl(url: unknown): boolean {
  return typeof url === 'string' && /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(url) && URL.canParse(url)
}
