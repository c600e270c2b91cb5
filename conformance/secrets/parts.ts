/** A part of a secret that is too long to be an accident: the head or the tail of a token that was cut in two. */
const tellingPart = 24
/** The same where it looks random. */
const tellingRandomPart = 16

/** The head by which `withoutHeads` finds a secret; undefined for a secret that it leaves. */
export function tellingHead(secret: string): string | undefined {
  const least = Math.min(12, Math.max(8, Math.ceil(secret.length / 2)))
  return secret.length <= least ? undefined : secret.slice(0, least)
}

/** The tail by which `withoutTails` finds a secret; undefined for a secret that it leaves. */
export function tellingTail(secret: string): string | undefined {
  return secret.length <= tellingRandomPart ? undefined : secret.slice(-tellingRandomPart)
}

/** Whether a part of a text belongs to words that a report must show. */
export type IsReadable = (text: string, start: number, end: number) => boolean

/** Hides each head of a secret that ends the text, comes before an ellipsis, or is too long to be an accident. */
export function withoutHeads(text: string, secret: string, mark: string, isReadable: IsReadable): string {
  const head = tellingHead(secret)
  if (head === undefined) return text
  const least = head.length
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
  const tail = tellingTail(secret)
  if (tail === undefined) return text
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
