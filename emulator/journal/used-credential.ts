// The credential of a request, as a label that does not reveal it.
import { parseAuthorization, parseBasic, withoutAnyWorld } from '../api/auth/sent-credential.ts'
import { hashSecret } from '../tools/hash.ts'
import type { IssuedCredentials, IssuedCredential } from './issued-credentials.ts'
import type { JournalDraft } from './journal-draft.ts'

/** The label of the accepted credential; undefined when none was accepted. */
export function acceptedCredential(
  { credential }: JournalDraft,
  issuedCredentials: IssuedCredentials,
): string | undefined {
  return credential === undefined ? undefined : issuedCredentials.get(credential)?.label
}

/** The label of a request's credential, with the reason if it was refused; null if it was never issued. */
export function usedCredential(draft: JournalDraft, issuedCredentials: IssuedCredentials): string | null {
  const accepted = acceptedCredential(draft, issuedCredentials)
  if (draft.operation?.bodyType === 'form')
    return accepted === undefined ? null : `${accepted}${refreshTokenNote(draft, issuedCredentials)}`
  if (accepted !== undefined) return accepted
  const issued = presentedCredential(draft, issuedCredentials)
  return issued ? `${issued.label} (${credentialState(issued, draft)})` : null
}

function credentialState({ goneAt, expiresAt }: IssuedCredential, { arrived, at, refusal }: JournalDraft): string {
  if (goneAt !== undefined && goneAt < arrived) return 'revoked'
  if (expiresAt !== null && expiresAt <= at) return 'expired'
  return refusal?.kind === 'unauthenticated' ? 'not accepted' : 'not checked'
}

/** Adds the refresh token of a token request to the label of its client. */
function refreshTokenNote({ body, arrived }: JournalDraft, issuedCredentials: IssuedCredentials): string {
  const sent = new URLSearchParams(body ?? '').get('refresh_token')
  const issued = sent === null ? undefined : issuedCredentials.get(`refresh:${hashSecret(withoutAnyWorld(sent))}`)
  if (!issued) return ''
  const isGone = issued.goneAt !== undefined && issued.goneAt < arrived
  return ` with ${issued.label}${isGone ? ' (used or revoked)' : ''}`
}

function presentedCredential(draft: JournalDraft, issuedCredentials: IssuedCredentials): IssuedCredential | undefined {
  const parsed = parseAuthorization(draft.header('authorization') ?? '')
  if (!parsed) return undefined
  const { scheme, value } = parsed
  if (scheme === 'bearer' || scheme === 'dsn')
    return issuedCredentials.get(`${scheme}:${hashSecret(withoutAnyWorld(value))}`)
  const user = scheme === 'basic' ? parseBasic(value)?.user : undefined
  return user === undefined ? undefined : issuedCredentials.get(`key:${hashSecret(withoutAnyWorld(user))}`)
}

/** A word that looks like a secret of a world: 40 random characters, most with a prefix. */
const likeSecret = /(?:(?:acc|ref|pat)_)?(?<![^\W_])[^\W_]{40}(?![^\W_])/g

/**
 * The secrets in any part of a request that the world has issued, including those issued before this process began.
 */
export function findIssuedSecrets(
  { path, search, headers, body = '' }: JournalDraft,
  issuedCredentials: IssuedCredentials,
): string[] {
  const words = new Set([path, search, headers, body].flatMap((text) => text.match(likeSecret) ?? []))
  return [...words].filter((word) => {
    const hash = hashSecret(word)
    return [`bearer:${hash}`, `refresh:${hash}`, hash].some((id) => issuedCredentials.get(id) !== undefined)
  })
}
