/** A part of a secret that is too long to be an accident: the head or the tail of a token that was cut in two. */
const tellingPart = 24
/** The same where it looks random. */
const tellingRandomPart = 16

/** Whether a part of a text belongs to words that a report must show. */
export type IsReadable = (text: string, start: number, end: number) => boolean

/** Hides each head of a secret that ends the text, comes before an ellipsis, or is too long to be an accident. */
export function withoutHeads(text: string, secret: string, mark: string, isReadable: IsReadable): string {
  const least = Math.min(12, Math.max(8, Math.ceil(secret.length / 2)))
  if (secret.length <= least || text.length < least) return text
  const head = secret.slice(0, least)
  let done = ''
  let from = 0
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, from)) {
    let end = at + least
    while (end < text.length && text[end] === secret[end - at]) end++
    const isCut = end === text.length || text[end] === '…' || text.startsWith('...', end)
    const isHidden = (isCut || isTelling(text.slice(at, end))) && !isReadable(text, at, end)
    done += isHidden ? `${text.slice(from, at)}${mark}` : text.slice(from, end)
    from = end
  }
  return done + text.slice(from)
}

/** Hides each tail of a secret that is too long to be an accident: the other half of a secret that was cut in two. */
export function withoutTails(text: string, secret: string, mark: string, isReadable: IsReadable): string {
  if (secret.length <= tellingRandomPart || text.length < tellingRandomPart) return text
  const tail = secret.slice(-tellingRandomPart)
  let done = ''
  let to = text.length
  for (;;) {
    const at = to < tail.length ? -1 : text.lastIndexOf(tail, to - tail.length)
    if (at < 0) return text.slice(0, to) + done
    const end = at + tail.length
    let begin = at
    while (begin > 0 && end - begin < secret.length && text[begin - 1] === secret.at(begin - 1 - end)) begin--
    const isHidden = isTelling(text.slice(begin, end)) && !isReadable(text, begin, end)
    done = `${isHidden ? mark : text.slice(begin, end)}${text.slice(end, to)}${done}`
    to = begin
  }
}

function isTelling(part: string): boolean {
  return (
    part.length >= tellingPart ||
    (part.length >= tellingRandomPart && /\d/.test(part) && /[A-Z]/.test(part) && /[a-z]/.test(part))
  )
}
