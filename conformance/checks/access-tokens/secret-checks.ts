import { toAddress, at, undocumentedPath } from '../../catalogue/operation-paths.ts'
import { encode } from '../../reading/encode.ts'
import { because, see } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { jsonPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { collectTexts, findObject, isObject } from '../../reading/find-list.ts'
import type { DeclaredCheck, Observer } from '../../judge/define-check.ts'
import type { Call } from '../../judge/call.ts'
import type { Session } from '../../judge/session.ts'
import { type Exchange, toEvidence } from '../../conclusions/exchange.ts'
import { jsonOrUndefined } from '../../send/parse-json.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { isNeverIssued } from '../shared-answers.ts'
import { documentedEndpoints } from '../documented-endpoints.ts'
import { mainToken } from '../tokens/main-token.ts'
import { mainSecret } from '../tokens/main-secret.ts'
import { listAtFirst } from '../tokens/range-tokens.ts'
import { scopeCount } from '../tokens/scopes.ts'
import { secretTexts, type TextAt } from '../tokens/token-secret.ts'
import type { Similar } from '../similar.ts'
import { AnswerTraits, type Traits } from '../traits.ts'

/** A secret with the answer to the creation of its token. */
interface CreatedSecret {
  readonly secret: string
  readonly made: Exchange
}

function assertSecretHidden(at: Exchange, { secret, made }: CreatedSecret): void {
  const forms = secretForms(secret)
  if (exposedForm(answerTexts(at), forms) !== undefined) failShown(at, made, { forms })
}

const answerPlace = ({ request: { method, url } }: Exchange): string => `${method} ${new URL(url).pathname}`

/** The place of a secret in an answer. */
function memberPhrase({ response: { json, headers } }: Exchange, forms: readonly string[]): Phrase | '' {
  const found = collectTexts(json).find(({ text }) => exposedForm([text], forms) !== undefined)
  const header = Object.entries(headers).find(([, value]) => exposedForm([value], forms) !== undefined)
  const isEncoded = exposedForm([header?.[1] ?? '', found?.text ?? ''], forms.slice(0, 1)) === undefined
  const how = isEncoded ? phrase`, encoded,` : phrase`,`
  if (!found) return header ? phrase`${how} in the header ${header[0]}` : ''
  const name = found.path.filter((member) => !/^\d+$/.test(member)).join('.')
  return phrase`${how} ${forms.includes(found.text) ? '' : phrase`within a longer text `}in ${name}`
}

const scopesPhrase = ({ request: { body = '' } }: Exchange): Phrase => {
  const sent = jsonOrUndefined(body)
  return phrase`scopes ${jsonPhrase(isObject(sent) ? sent['scopes'] : undefined)}`
}

/** A secret in an answer, with the condition under which answers show one. */
interface Exposure {
  /** The forms of the secret that are looked for. */
  readonly forms: readonly string[]
  readonly contrast?: Similar
  /** The request since which answers show it. */
  readonly by?: Exchange | undefined
}

/** @throws Conclusion `fail` for a secret that an answer shows again. */
function failShown(at: Exchange, made: Exchange, { forms, contrast, by }: Exposure): never {
  const place = answerPlace(at)
  fail({
    expected: phrase`each secret only in the answer to its creation`,
    got: phrase`the secret of a token with ${scopesPhrase(made)} again at ${place}${memberPhrase(at, forms)}`,
    fact: { kind: 'secret', at, made, ...(by === undefined ? {} : { by }) },
    ...contrast,
  })
}

/** A secret as an answer may show it: plain, in base64, in hexadecimal digits, or as part of an address. */
function secretForms(secret: string): readonly string[] {
  const forms = /^[\x21-\x7e]+$/.test(secret)
    ? [
        secret,
        btoa(secret).replace(/=+$/, ''),
        [...secret].map((character) => character.charCodeAt(0).toString(16)).join(''),
        encode(secret),
      ]
    : [secret]
  // JSON may escape slashes.
  return [...new Set(forms.flatMap((form) => [form, form.replaceAll('/', String.raw`\/`)]))]
}

/** The texts in which an answer may show a secret: its body, and the values of its headers. */
function answerTexts({ response }: Exchange): readonly [string, string] {
  return [response.text, Object.values(response.headers).join('\n')]
}

/** The form of a secret that texts contain, if any. */
function exposedForm(texts: readonly string[], forms: readonly string[]): string | undefined {
  return forms.find((form) => texts.some((text) => text.includes(form)))
}

/** The secret of the main token, which pat.secret-shown.creation has found. */
async function createdSecret(session: Session): Promise<CreatedSecret> {
  const { at } = await mainSecret(session)
  return { secret: at!.text, made: (await mainToken(session)).exchange }
}

/**
 * The list of tokens requested in other ways: by HEAD, with a trailing slash added or removed, and as a page with an
 * undocumented parameter.
 */
function otherLists({ run }: Session, ids: readonly string[]): readonly Call[] {
  const path = at('access-tokens.list')
  const address = toAddress(path, run.names)
  return [
    { method: 'HEAD', path },
    { path: undocumentedPath(address.endsWith('/') ? address.slice(0, -1) : `${address}/`) },
    { path, query: { limit: 100, starting_after: ids.toSorted().at(-1), conformance_probe: 1 } },
  ]
}

/** A string that may be a secret, and the answer that repeated it. */
interface ShownSecret {
  readonly created: Exchange
  readonly forms: readonly string[]
  /** The members that lead to the text. */
  readonly place: string
  again: Exchange | undefined
  /** The id of its token. */
  readonly id: string
  /** The last new name of the token, and the last of any token before the answer that repeated the text. */
  changed: Exchange | undefined
  changedBefore: Exchange | undefined
  /** The answers about the token, with the text and without it. */
  readonly traits: AnswerTraits
  /** The statuses of answers to the text as Bearer, by URL. */
  readonly answers: Map<string, number>
}

/**
 * The texts that may be secrets in the answer to a creation, which is recognised by the three members of its request.
 */
function possibleSecrets({ request, response }: Exchange): readonly TextAt[] {
  if (request.method !== 'POST' || response.status >= 300 || !request.body?.includes('"expires_at"')) return []
  const sent = jsonOrUndefined(request.body)
  const record = findObject(response.json)
  if (!isObject(sent) || !['name', 'scopes', 'expires_at'].every((member) => sent[member] !== undefined) || !record)
    return []
  return secretTexts(response.json, sent, record['id'] as string)
}

/** The traits of the token that an answer is about. */
function tokenTraits({ created, changed }: ShownSecret, renamed?: Exchange): Traits {
  const sent = jsonOrUndefined(created.request.body ?? '')
  const isSingle = isObject(sent) && scopeCount(sent['scopes']) === 1
  return {
    scopes: isSingle ? 'about a token with one scope' : 'about a token with several scopes',
    change: changed ? 'after a new name for the token' : 'before a new name for the token',
    changes: renamed ? 'after a new name for any token' : 'before a new name for any token',
  }
}

/** Remembers the texts that may be secrets, and the first later answer that shows each of them. No bodies are kept. */
function watchSecrets(): Observer {
  const shownSecrets = new Map<string, ShownSecret>()
  const refusals = new Map<string, number>()
  /** The last new name of a token. */
  let renamed: Exchange | undefined
  const evidence: Exchange[] = []
  /**
   * Returns true if a string was accepted as Bearer: served, or refused in another way than a value that was never
   * issued.
   */
  const isUsed = ({ answers }: ShownSecret) =>
    [...answers].some(([path, status]) => status < 300 || (status === 403 && refusals.get(path) === 401))
  return {
    evidence,
    record(exchange) {
      const { request, response } = exchange
      const bearer = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1]
      if (bearer !== undefined && isNeverIssued(bearer)) refusals.set(request.url, response.status)
      if (bearer !== undefined) shownSecrets.get(bearer)?.answers.set(request.url, response.status)
      const texts = answerTexts(exchange)
      for (const shownSecret of shownSecrets.values()) {
        const isShown = exposedForm(texts, shownSecret.forms) !== undefined
        const isNamed = shownSecret.id !== '' && `${request.url} ${response.text}`.includes(shownSecret.id)
        if (isShown || isNamed) shownSecret.traits.add(exchange, !isShown, tokenTraits(shownSecret, renamed))
        if (isShown && !shownSecret.again) {
          shownSecret.again = exchange
          shownSecret.changedBefore = shownSecret.changed ?? renamed
        }
        if (isNamed && request.operation === 'access-tokens.rename' && response.status < 300)
          shownSecret.changed = toEvidence(exchange)
      }
      if (request.operation === 'access-tokens.rename' && response.status < 300) renamed = toEvidence(exchange)
      for (const { text, path } of possibleSecrets(exchange)) {
        if (shownSecrets.has(text)) continue
        const shownSecret: ShownSecret = {
          created: exchange,
          forms: secretForms(text),
          place: path.join('.'),
          again: undefined,
          id: String(findObject(response.json)?.['id'] ?? ''),
          changed: undefined,
          changedBefore: undefined,
          traits: new AnswerTraits(),
          answers: new Map(),
        }
        shownSecrets.set(text, shownSecret)
      }
    },
    conclude() {
      // A string that was accepted as Bearer is certainly a secret, and so are the strings in the same place for other
      // tokens.
      const places = new Set([...shownSecrets.values()].filter(isUsed).map(({ place }) => place))
      const secrets = [...shownSecrets.values()].filter(({ place }) => places.has(place))
      const first = secrets.find(({ again }) => again !== undefined)
      if (first) {
        const { again, created, forms, changedBefore } = first
        const answers = AnswerTraits.of(secrets.map(({ traits }) => traits))
        const isByChange = answers.conditionAt(again!)?.names.some((name) => name.startsWith('change'))
        const by = isByChange ? changedBefore : undefined
        evidence.push(created, ...(by ? [by] : []), again!)
        failShown(again!, created, { forms, contrast: answers.contrast(again!), by })
      }
      if (shownSecrets.size === 0)
        notApplicable(
          because.writes,
          phrase`no personal access token was created, which needs --allow-writes and scopes that the target accepts`,
        )
      if (secrets.length === 0) insufficient(see('pat.bearer'), phrase`no secret of a new token was accepted as Bearer`)
      return { remark: phrase`${secrets.length} secrets` }
    },
  }
}

/** The secret is shown once (clauses 2.2, 4.2 and 5.3). */
export const accessTokenSecretChecks: readonly DeclaredCheck[] = [
  {
    id: 'pat.secret-once.retrieve',
    effect: 'write',
    needs: ['bearer'],
    after: ['pat.secret-shown.creation'],
    description:
      'GETs /access-tokens/{id}, which is not documented, and lists the tokens in several ways: as usual, by HEAD, with a trailing slash added or removed, and as a page. No answer contains the secret.',
    run: async (session) => {
      const secret = await createdSecret(session)
      const { id } = await mainToken(session)
      const list = await listAtFirst(session).catch(() => undefined)
      for (const page of list?.exchanges ?? []) assertSecretHidden(page, secret)
      const others = list ? otherLists(session, [...list.records.keys()]) : []
      const path = undocumentedPath(toAddress(at('access-tokens.rename', { id }), session.run.names))
      const calls = session.run.rotation.some([{ path }, ...others], 1)
      await eachAtOnce(calls, async (call) => assertSecretHidden(await session.send(call), secret))
    },
  },
  {
    id: 'pat.secret-once.later',
    reads: documentedEndpoints,
    description:
      'Reads every answer of the run after a creation: none contains a secret that was accepted as Bearer, or the secret of another token.',
    observe: watchSecrets,
  },
]
