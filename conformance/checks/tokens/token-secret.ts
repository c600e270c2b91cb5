import { collectTexts, findObject } from '../../reading/find-list.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import type { Session } from '../../judge/session.ts'
import { type Acceptance, tryBearer, tryNew } from './token.ts'

/** A text in an answer. */
export interface TextAt {
  /** The members that lead to it. */
  readonly path: readonly string[]
  readonly text: string
  /** True if its name suggests something else. Only its acceptance shows that it is the secret. */
  readonly unlikely?: true
}

const innermostMember = ({ path }: TextAt): string => path.findLast((member) => !/^\d+$/.test(member)) ?? ''

/** Names of members that describe a secret without containing it. */
const besideSecret =
  /(?:^|_)(?:ids?|hash|hashed|digest|fingerprint|prefix|hint|last_?\d*|mask|masked|type|status|etag|name|cursor)(?:$|_)/
/** The words of a name, with underscores between them. */
const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toLowerCase()
/** The shortest text with an unlikely name that may be a secret. */
const shortest = 16
const likeSecret = /secret|token|value|key|plain|bearer/i

/**
 * The texts in the answer to a creation that may be the secret, whose name is not shown. The id, values of the request,
 * times, addresses, phrases and masked texts do not count. The likeliest comes first.
 * @param pinned The declared name of the secret, if any.
 */
export function secretTexts(answer: unknown, sent: unknown, id: string, pinned?: unknown): readonly TextAt[] {
  const echoed = new Set(collectTexts(sent).map(({ text }) => text))
  const found = collectTexts(answer).filter((at) => {
    const { text } = at
    if (!/^[\x21-\x7e]{6,4096}$/.test(text) || stripPrefix(text) === stripPrefix(id) || echoed.has(text)) return false
    // Base64 may begin with a slash, as a path does.
    const isAddress = /^[a-z]+:\/\//i.test(text) || (text.startsWith('/') && !likeSecret.test(innermostMember(at)))
    return !isAddress && !/^\d{4}-\d\d-\d\d|\*{2}|\.{3}|^\d{1,14}$/.test(text)
  })
  if (typeof pinned === 'string') return found.filter((at) => at.path.at(-1) === pinned)
  const isBeside = (at: TextAt) => besideSecret.test(snakeCase(innermostMember(at)))
  const rank = (at: TextAt) => (at.unlikely ? 2 : likeSecret.test(innermostMember(at)) ? 0 : 1)
  const texts = found.flatMap((at): readonly TextAt[] => {
    if (!isBeside(at)) return [at]
    return at.text.length >= shortest ? [{ ...at, unlikely: true }] : []
  })
  return texts.sort((left, right) => rank(left) - rank(right) || right.text.length - left.text.length)
}

/** The members of a new token whose names suggest a secret, with their values. */
export function membersLikeSecret(answer: unknown): readonly (readonly [member: string, value: unknown])[] {
  return Object.entries(findObject(answer) ?? {}).filter(
    ([member]) => likeSecret.test(member) && !besideSecret.test(snakeCase(member)),
  )
}

/** The text at a path in an answer, or undefined. */
export function findText(answer: unknown, path: readonly string[]): string | undefined {
  return collectTexts(answer).find((at) => at.path.join('/') === path.join('/'))?.text
}

/** The candidates that do not occur in the answer to another creation: a string that every token has is not a secret. */
export function distinctSecrets(candidates: readonly TextAt[], otherAnswer: unknown): readonly TextAt[] {
  return candidates.filter(({ path, text }) => findText(otherAnswer, path) !== text)
}

/** The result of looking for the secret of a token. */
export interface FoundSecret {
  /** The text that authenticates, or else the likeliest one, or undefined. */
  readonly at: TextAt | undefined
  readonly acceptance: Acceptance | undefined
}

const tried = 3

/** Finds the secret by sending each text as Bearer, and retries after a pause while all are refused. */
export function findSecret(session: Session, candidates: readonly TextAt[]): Promise<FoundSecret> {
  return tryNew(
    session,
    () => tryCandidates(session, candidates),
    ({ acceptance }) => acceptance?.verdict !== 'refused',
  )
}

async function tryCandidates(session: Session, candidates: readonly TextAt[]): Promise<FoundSecret> {
  let unclear: FoundSecret | undefined
  let refused: FoundSecret | undefined
  for (const at of candidates.slice(0, tried)) {
    const acceptance = await tryBearer(session, at.text)
    if (acceptance.verdict === 'accepted') {
      session.run.findings.learn('secretName', at.path.at(-1))
      session.run.redactor.add(at.text, 'personal_access_token')
      return { at, acceptance }
    }
    if (acceptance.verdict === 'unclear') unclear ??= { at, acceptance }
    else if (!at.unlikely) refused ??= { at, acceptance }
  }
  return unclear ?? refused ?? { at: undefined, acceptance: undefined }
}
