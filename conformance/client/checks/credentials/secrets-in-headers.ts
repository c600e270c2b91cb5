import type { ReceivedRequest } from '../../evidence/transcript.ts'
import type { SecretName } from '../../conclusions/client-fact.ts'
import { type Phrase, phrase, quoted } from '../../../conclusions/phrase.ts'
import { percentDecoded } from '../../../percent-decoded.ts'
import { addressOf, answerJson } from '../../evidence/read-request.ts'
import { bearerOf, issuedTokens } from '../../evidence/tokens.ts'
import { isObject, textsIn } from '../../../reading/find-list.ts'
import {
  type ClientCheck,
  defineClientCheck,
  type WrongRequest,
  judgeEach,
  type WireRun,
} from '../define-client-check.ts'

/** Shorter texts may be in an address by chance. */
const shortest = 8

/** No address shows a secret, in any encoding. */
export const secretsInHeaders: ClientCheck = defineClientCheck({
  id: 'client.secrets-in-headers',
  requirement: 'client.secrets-in-headers',
  trap: 'The client sends any request while it has a secret.',
  concerns: () => true,
  judge(run) {
    const secrets = secretsOf(run).map(({ name, value }) => ({ name, texts: encodings(value) }))
    const found = new Map<string, Secret['name'] | undefined>()
    const faultOf = (address: string, at: ReceivedRequest | undefined): WrongRequest | undefined => {
      if (!found.has(address)) {
        const forms = readings(address)
        found.set(
          address,
          secrets.find(({ texts }) => texts.some((text) => forms.some((form) => form.includes(text))))?.name,
        )
      }
      const secret = found.get(address)
      return (
        secret && {
          expected: phrase`an address without secrets`,
          got: phrase`${quoted(address)} with ${secretWords[secret]}`,
          fact: { kind: 'secret', at, secret },
        }
      )
    }
    const { requests } = run.transcript
    const judged = judgeEach(requests, phrase`No request came`, (request) => faultOf(addressOf(request), request))
    const fault = judged.kind === 'kept' ? faultOf(addressForBrowser(run), undefined) : undefined
    return fault ? { kind: 'broken', evidence: requests, ...fault } : judged
  },
})

/** The address that the task `prepare-connect` reported: a browser keeps it in its history. Empty without one. */
function addressForBrowser({ task, reported }: WireRun): string {
  const value = task === 'prepare-connect' && reported?.kind === 'value' ? reported.value : undefined
  return isObject(value) && typeof value['url'] === 'string' ? value['url'] : ''
}

const secretWords: Readonly<Record<SecretName, Phrase>> = {
  clientSecret: phrase`the client secret`,
  token: phrase`a token`,
  integrationToken: phrase`the integration token`,
  apiKey: phrase`the API key`,
  dsn: phrase`the DSN`,
  personalAccessToken: phrase`a personal access token`,
  accessToken: phrase`an access token`,
  refreshToken: phrase`a refresh token`,
}

interface Secret {
  readonly name: SecretName
  readonly value: string
}

function secretsOf(run: WireRun): readonly Secret[] {
  const { clientSecret, token, integrationToken, apiKey, dsn } = run.credentials
  const created = run.transcript.requests.flatMap((request) =>
    request.operation === 'access-tokens.create'
      ? textsIn(answerJson(request)).filter(({ text }) => isSecret(text))
      : [],
  )
  const named = (name: SecretName, ...values: readonly unknown[]): readonly Secret[] =>
    values.flatMap((value) => (typeof value === 'string' && value.length >= shortest ? [{ name, value }] : []))
  return [
    ...named('clientSecret', clientSecret),
    ...named('token', token),
    ...named('integrationToken', integrationToken),
    ...named('apiKey', apiKey),
    ...named('dsn', dsn),
    ...named('personalAccessToken', run.input?.['secret'], ...created.map(({ text }) => text)),
    ...named('accessToken', ...acceptedTokens(run)),
    ...issuedTokens(run).flatMap(({ accessToken, refreshToken }) => [
      ...named('accessToken', accessToken),
      ...named('refreshToken', refreshToken),
    ]),
  ]
}

/** A watched client may have got its token before anybody watched. What was accepted is one. */
function acceptedTokens({ transcript }: WireRun): readonly string[] {
  const accepted = transcript.requests.filter(({ credential }) => credential !== undefined)
  return [...new Set(accepted.flatMap((request) => bearerOf(request) ?? []))]
}

/** Returns true if a text of the answer to a creation can be the secret: long, and no id, time or name. */
function isSecret(text: string): boolean {
  return text.length > 31 && !/[\s:]/.test(text)
}

/** An address as it came and decoded, also where it was encoded twice. */
function readings(address: string): readonly string[] {
  const spaced = (text: string) => percentDecoded(text.replaceAll('+', ' '))
  const once = percentDecoded(address)
  return [...new Set([address, once, percentDecoded(once), spaced(address)])]
}

/** A secret as it is and in base64, alone or with the colon of Basic. */
function encodings(secret: string): readonly string[] {
  const isLatin = /^[\x20-\x7e]*$/.test(secret)
  const encoded = isLatin ? [secret, `${secret}:`].map((text) => btoa(text).replace(/=+$/, '')) : []
  const urlSafe = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [...new Set([secret, ...encoded, ...urlSafe])]
}
