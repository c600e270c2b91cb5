// Secrets in every place and form in which a report could show them, for tests that look for what is left of one.
import type { Exchange } from '../../conformance/conclusions/exchange.ts'
import type { Target } from '../../conformance/target/target-file.ts'
import type * as redact from '../../conformance/judge/redaction/redact.ts'
import type * as exchanges from '../../conformance/judge/redaction/redacted-exchange.ts'
import type * as tellSecrets from '../../conformance/judge/redaction/secrets.ts'
import { accidentalForms, alignedForms } from './accidental-forms.ts'

/** The parts of the redaction that are judged together. */
export interface Redaction {
  readonly redact: typeof redact
  readonly secrets: typeof tellSecrets
  readonly exchanges: typeof exchanges
}

const plain = 'k3yOfNobody77Zq'

/** Texts with signs that encodings and escapes write in other ways, so that no long part is the same in two of them. */
const secrets: readonly string[] = [
  plain,
  `c4/Na+Ry "Zü"<&'x\\9>\nK7q`,
  '~?~k7 o n y ~??>>~Q 1',
  '漢é字漢é字漢é字漢',
  `"1<2&3>4'5"6<7&8>9'0"a<b&c>`,
  'ü1ü2ü3ü4ü5ü6ü7ü8',
]

/** The letters of an encoding that may be left: those that hold bits of what stands beside a secret. */
const mostLetters = 8

const longest = `${'Begin4Zq'.repeat(20)}${'middle-X'.repeat(300)}${'theEnd99Z'.repeat(20)}`

/** The canaries that a redaction leaves in what it returns, each by the rule that should have taken it out. */
export function* leftCanaries(redaction: Redaction): Generator<string, void> {
  yield* inTargets(redaction)
  yield* inAnswers(redaction)
  yield* inExchanges(redaction)
  yield* inForms(redaction)
}

function* inForms({ redact: { Redactor } }: Redaction): Generator<string, void> {
  const look = (rule: string, hidden: string, text: string, most = 0): readonly string[] => {
    const redactor = new Redactor()
    redactor.add(hidden, 'canary')
    const redacted = redactor.text(text)
    return redacted.includes('<canary>') && redacted.length - '<canary>'.length <= most ? [] : [rule]
  }
  for (const [form, before] of alignedForms)
    for (const text of secrets) {
      const spell = accidentalForms[form]!
      const around = spell('', [before, '']).length + mostLetters
      yield* look(`${form} behind ${before}`, text, spell(text, [before, '']), around)
    }
  yield* look('without its line breaks', 'aB1\ncD2\r\neF3\ngH4', 'aB1cD2eF3gH4')
  yield* look('with its line breaks', 'aB1\ncD2\r\neF3\ngH4', 'aB1\r\ncD2\neF3\r\ngH4')
  yield* look('behind a line break of its own', '\naB1\ncD2\neF3', '\naB1\ncD2\neF3', 1)
  const inHtml = accidentalForms['in HTML']!
  const often = Array.from({ length: 6 }).reduce<string>((text) => inHtml(text, ['', '']), '<k3y>&9Zq')
  yield* look('in HTML six times', '<k3y>&9Zq', often)
  const long = Array.from({ length: 30 }, (_, index) => `${index * index}k`).join('Zq')
  yield* look('in base64 with line breaks', long, accidentalForms['in base64 with line breaks']!(long, ['', '']), 4)
  yield* look('cut short', plain, `${plain.slice(0, 13)}…`, 1)
  yield* look('cut short, of letters alone', 'onlyLettersOfNobody', 'onlyLettersOf...', 3)
  yield* look('the end of a long one', longest, longest.slice(-1024))
  yield* look('the beginning of a long one', longest, longest.slice(0, 400))
  const redactor = new Redactor()
  redactor.add(plain, 'canary')
  if (JSON.stringify(redactor.value({ [plain]: [{ a: plain }] })).includes(plain)) yield 'names and items of JSON'
  if (redactor.address(`http://service.test/${plain}?a=${plain}`).includes(plain)) yield 'addresses'
}

const canary = (name: string): string => `canaryOf${name}4Zq7`

/** The secrets of a target file by themselves, as an error text may have them. */
function inTargets({ redact: { Redactor }, secrets }: Redaction): readonly string[] {
  const redactor = new Redactor()
  const target: Target = {
    baseUrl: `http://user:${canary('Password')}@service.test`,
    credentials: {
      oauth: { clientId: 'client-of-nobody', clientSecret: canary('ClientSecret') },
      token: canary('Token'),
      integrationToken: canary('IntegrationToken'),
      apiKey: canary('ApiKey'),
      dsn: `https://${canary('DsnKey')}:${canary('DsnSecret')}@service.test/1`,
    },
    hooks: {
      advanceClock: {
        method: 'POST',
        path: '/clock',
        body: {},
        headers: { Authorization: `Bearer ${canary('Hook')}` },
      },
    },
  }
  secrets.addTargetSecrets(target, redactor)
  const names = ['Password', 'ClientSecret', 'Token', 'IntegrationToken', 'ApiKey', 'DsnKey', 'DsnSecret', 'Hook']
  const left = names.filter((name) => redactor.text(`It said ${canary(name)}.`).includes(canary(name)))
  const basic = btoa(`client-of-nobody:${canary('ClientSecret')}`)
  if (redactor.text(`Basic ${basic}`).includes(basic)) left.push('the client with its secret')
  const bare = new Redactor()
  secrets.addTargetSecrets({ baseUrl: 'http://service.test', credentials: { dsn: canary('Dsn') } }, bare)
  if (bare.text(canary('Dsn')).includes(canary('Dsn'))) left.push('Dsn')
  return left
}

function exchange(path: string, json: unknown, more: Partial<Exchange['request']> = {}): Exchange {
  return {
    request: { method: 'POST', url: `http://service.test${path}`, headers: {}, ...more },
    response: { status: 200, headers: {}, text: JSON.stringify(json), json },
    startedAt: 0,
    durationMs: 0,
  }
}

/** Secrets of answers, by the names that tell them. */
function inAnswers({ redact: { Redactor }, secrets }: Redaction): readonly string[] {
  const places: readonly (readonly [path: string, name: string])[] = [
    ...['access_token', 'refreshToken', 'id_token', 'secret', 'clientSecret', 'token', 'api_key', 'password'].map(
      (name) => ['/anything', name] as const,
    ),
    ...['plainText', 'theValue', 'theKey', 'bearerText', 'tokenSecret'].map(
      (name) => ['/access-tokens', name] as const,
    ),
    ['/app/shop/prepare-connect', 'prepareState'],
  ]
  const left = places.flatMap(([path, name]) => {
    const redactor = new Redactor()
    secrets.learnSecrets(exchange(path, { data: { [name]: canary('Answer') } }), redactor)
    return redactor.text(canary('Answer')).includes(canary('Answer')) ? [`${name} of ${path}`] : []
  })
  const redactor = new Redactor()
  const open = `/app/shop/connect?prepare_state=${canary('Code')}`
  secrets.learnSecrets(exchange('/app/shop/prepare-connect', { url: open }), redactor)
  return redactor.text(`code ${canary('Code')}`).includes(canary('Code')) ? [...left, 'a code in an address'] : left
}

function inExchanges({ redact: { Redactor }, exchanges: { redactedExchange } }: Redaction): readonly string[] {
  const redactor = new Redactor()
  redactor.add(plain, 'canary')
  const headers = { 'x-canary': plain, cookie: canary('Cookie'), 'set-cookie': canary('Cookie') }
  const asked = exchange(`/a/${plain}`, { a: plain }, { headers, body: plain })
  const hidden = redactedExchange({ ...asked, response: { ...asked.response, headers } }, redactor)
  const { request, response } = hidden
  const parts: Readonly<Record<string, unknown>> = {
    url: request.url,
    'request headers': request.headers,
    'request body': request.body,
    'response headers': response.headers,
    'response text': response.text,
    'response json': response.json,
    binary: redactedExchange(
      { ...asked, response: { ...asked.response, text: `${'\u0000'.repeat(20)}${canary('Binary')}` } },
      redactor,
    ).response.text,
  }
  return Object.entries(parts).flatMap(([name, value]) => {
    const text = JSON.stringify(value)
    return [plain, canary('Cookie'), canary('Binary')].some((left) => text.includes(left)) ? [name] : []
  })
}
