import { decoded } from '../../evidence/places.ts'
import { answerJson, quoted } from '../../evidence/read-request.ts'
import { bearerOf, issuedTokens } from '../../evidence/tokens.ts'
import { isObject, textsIn } from '../../../reading/find-list.ts'
import { type ClientCheck, defineClientCheck, type Fault, judgeEach, type WireRun } from '../define-client-check.ts'

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
    const found = new Map<string, string | undefined>()
    const faultOf = (address: string): Fault | undefined => {
      if (!found.has(address)) {
        const forms = readings(address)
        found.set(
          address,
          secrets.find(({ texts }) => texts.some((text) => forms.some((one) => one.includes(text))))?.name,
        )
      }
      const name = found.get(address)
      return name === undefined
        ? undefined
        : { expected: 'an address without secrets', got: `${quoted(address)} with ${name}` }
    }
    const { requests } = run.transcript
    const judged = judgeEach(requests, 'no request came', ({ path, search }) => faultOf(`${path}${search}`))
    const fault = judged.kind === 'kept' ? faultOf(addressForBrowser(run)) : undefined
    return fault ? { kind: 'broken', evidence: requests, ...fault } : judged
  },
})

/** The address that the task `prepare-connect` reported: a browser keeps it in its history. Empty without one. */
function addressForBrowser({ task, reported }: WireRun): string {
  const value = task === 'prepare-connect' && reported?.kind === 'value' ? reported.value : undefined
  return isObject(value) && typeof value['url'] === 'string' ? value['url'] : ''
}

interface Secret {
  readonly name: string
  readonly value: string
}

function secretsOf(run: WireRun): readonly Secret[] {
  const { clientSecret, token, integrationToken, apiKey, dsn } = run.credentials
  const created = run.transcript.requests.flatMap((request) =>
    request.operation === 'access-tokens.create'
      ? textsIn(answerJson(request)).filter(({ text }) => isSecret(text))
      : [],
  )
  const given = run.input?.['secret']
  return [
    { name: 'the client secret', value: clientSecret },
    { name: 'a token', value: token },
    { name: 'the integration token', value: integrationToken },
    { name: 'the API key', value: apiKey },
    { name: 'the DSN', value: dsn },
    ...(typeof given === 'string' ? [{ name: 'a personal access token', value: given }] : []),
    ...created.map(({ text }) => ({ name: 'a personal access token', value: text })),
    ...acceptedTokens(run).map((value) => ({ name: 'an access token', value })),
    ...issuedTokens(run).flatMap(({ accessToken, refreshToken }) => [
      { name: 'an access token', value: accessToken },
      ...(refreshToken === undefined ? [] : [{ name: 'a refresh token', value: refreshToken }]),
    ]),
  ].filter(({ value }) => value.length >= shortest)
}

/** A watched client may have got its token before anybody watched. What was accepted is one. */
function acceptedTokens({ transcript }: WireRun): readonly string[] {
  const accepted = transcript.requests.filter(({ credential }) => credential !== undefined)
  return [...new Set(accepted.flatMap((request) => bearerOf(request) ?? []))]
}

/** Whether a text of the answer to a creation can be the secret: long, and no id, time or name. */
function isSecret(text: string): boolean {
  return text.length > 31 && !/[\s:]/.test(text)
}

/** An address as it came and decoded, also where it was encoded twice. */
function readings(address: string): readonly string[] {
  const spaced = (text: string) => decoded(text.replaceAll('+', ' '))
  const once = decoded(address)
  return [...new Set([address, once, decoded(once), spaced(address)])]
}

/** A secret as it is and in base64, alone or with the colon of Basic. */
function encodings(secret: string): readonly string[] {
  const isLatin = /^[\x20-\x7e]*$/.test(secret)
  const encoded = isLatin ? [secret, `${secret}:`].map((text) => btoa(text).replace(/=+$/, '')) : []
  const urlSafe = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [...new Set([secret, ...encoded, ...urlSafe])]
}
