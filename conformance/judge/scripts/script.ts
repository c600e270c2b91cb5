// Writes a shell script that sends the requests of a failure again, shows the answers, and deletes what it made.
import { pathOf } from '../../catalogue/operation-paths.ts'
import type { Statement } from '../../conclusions/conclusion.ts'
import { everyExchangeOf, type Fact, factIds } from '../../conclusions/fact.ts'
import type { Exchange, SentRequest } from '../../conclusions/exchange.ts'
import { findObject } from '../../reading/find-list.ts'
import { pathNamesOf } from '../../target/path-names.ts'
import type { Target } from '../../target/target-file.ts'
import { shellComment } from '../../wording/escaping/shell.ts'
import { textOf } from '../../wording/text.ts'
import { preamble } from './preamble.ts'
import type { RequestTrail } from './request-trail.ts'
import { requestWords } from './request-words.ts'
import { joinedWords, mapTexts, shellQuoted, type Word } from './shell-words.ts'
import { credentialVariables, madeOf, type PlacedValue, valuesOf } from './values.ts'

/** A failure, with all exchanges of its check. */
export interface ScriptedFailure {
  readonly check: string
  readonly clause: string
  /** The fact that shows the failure. */
  readonly fact: Fact
  /** The statement of the failure, without secrets. */
  readonly statement: Statement
  /** All exchanges of the check. */
  readonly exchanges: readonly Exchange[]
}

/** The circumstances of a script. */
export interface ScriptOptions {
  readonly target: Target
  readonly baseUrl: string
  readonly trail: RequestTrail
  /** Takes the secrets of the run out of a text. */
  readonly hidden: (text: string) => string
}

/** The most requests in a script. */
const mostRequests = 40

/** The requests of the check right before the decisive one: among them are its siblings, which differ in one thing. */
const siblings = 3

/** The shortest text that can be a secret: shorter texts are names and values. */
const shortestSecret = 12

/** The most characters of a request on a command line: Linux allows 131,072 bytes in one argument. */
const longestRequest = 65_536

/** A script that only says why the failure has no script, and ends with 2. */
export function unwritten(reason: string): string {
  return `#!/bin/sh\n# ${reason}\nexit 2\n`
}

/** The script of a failure. */
export function toScript(failure: ScriptedFailure, circumstances: ScriptOptions): string {
  const script = new Script(failure, circumstances)
  const longest = Math.max(...script.exchanges.map(({ request: { url, body = '' } }) => url.length + body.length))
  if (longest > longestRequest) return unwritten(`A request of ${longest} characters is too long for a command line.`)
  return script.text()
}

const isWrite = ({ request: { method } }: Exchange): boolean => !/^(?:GET|HEAD|OPTIONS)$/.test(method)
const isCreation = ({ request: { operation } }: Exchange): boolean => operation === 'access-tokens.create'

class Script {
  readonly #failure: ScriptedFailure
  readonly #circumstances: ScriptOptions
  readonly #credentials: ReadonlyMap<string, string>
  /** The chosen requests. */
  readonly #chosen = new Map<SentRequest, Exchange>()
  /** The values that are taken from answers, by their variables. */
  readonly #taken = new Map<string, PlacedValue>()

  constructor(failure: ScriptedFailure, circumstances: ScriptOptions) {
    this.#failure = failure
    this.#circumstances = circumstances
    this.#credentials = credentialVariables(circumstances.target)
    const { trail } = circumstances
    const { fact } = failure
    for (const exchange of everyExchangeOf(fact)) this.#choose(exchange)
    this.#chooseSources()
    const earlier = failure.exchanges.filter((exchange) => trail.numberOf(exchange) < trail.numberOf(fact.at))
    const ids = [...factIds(fact), ...this.exchanges.filter(isCreation).flatMap((made) => idOf(made)?.value ?? [])]
    const isAbout = ({ request, response }: Exchange) =>
      ids.some((id) => request.url.includes(id) || response.text.includes(id))
    for (const exchange of earlier) if (isWrite(exchange) && isAbout(exchange)) this.#choose(exchange)
    for (const exchange of earlier.slice(-siblings)) if (!isWrite(exchange)) this.#choose(exchange)
    const good = this.#goodLike(fact.at)
    if (good) this.#choose(good)
    this.#chooseSources()
  }

  /** The chosen requests, in the order in which the kit sent them. */
  get exchanges(): readonly Exchange[] {
    const { trail } = this.#circumstances
    return [...this.#chosen.values()].toSorted((left, right) => trail.numberOf(left) - trail.numberOf(right))
  }

  text(): string {
    const { baseUrl, hidden } = this.#circumstances
    const { headers, tls } = this.#circumstances.target
    const { statement, check, clause } = this.#failure
    this.#taken.clear()
    const exchanges = this.exchanges
    const lines = exchanges.map((exchange) => this.#lineOf(exchange))
    const cleaning = exchanges.flatMap((exchange, index) =>
      isCreation(exchange) ? [this.#delete(exchange, index + 1)] : [],
    )
    const body = exchanges.flatMap((exchange, index) => [
      lines[index]!,
      ...[...this.#taken]
        .filter(([, value]) => value.exchange.request === exchange.request)
        .map(([variable, { name, index: at }]) => `take ${variable} ${index + 1} ${name} ${at}`),
      'show',
    ])
    const sent = [...body, ...cleaning].join('\n')
    const used = [...this.#credentials.keys()].filter((name) => new RegExp(String.raw`\$\{?${name}\b`).test(sent))
    return [
      '#!/bin/sh',
      shellComment(`${check} (clause ${clause})`),
      shellComment(`Expected: ${textOf(statement.expected)}`),
      shellComment(`Got: ${textOf(statement.got)}`),
      '#',
      '# Shows the answers, and deletes what it makes. It needs curl. Whether the fault is still there:',
      shellComment(`npx @platform-data/emulator conformance URL --only ${check}`),
      ...(this.#failure.exchanges.some((exchange) => this.#isHook(exchange))
        ? ['# The kit also used hooks of the target file. This script does not, as it could not undo what they do.']
        : []),
      ...(headers || tls
        ? ['# The target file declares headers or tls: put them into ~/.curlrc, as header, cert, key and cacert.']
        : []),
      `[ -n "\${PLATFORM_BASE_URL:-}" ] || PLATFORM_BASE_URL=${shellQuoted([hidden(baseUrl)])}`,
      String.raw`origin=$(printf '%s\n' "$PLATFORM_BASE_URL" | sed 's,^\([a-z]*://[^/]*\).*,\1,')`,
      preamble(this.#secretMembers(exchanges)),
      `ids=${shellQuoted([
        factIds(this.#failure.fact)
          .filter((id) => /^[\w-]+$/.test(id))
          .slice(0, 5)
          .join(' '),
      ])}`,
      'clean_up() {',
      '  :',
      ...cleaning,
      '}',
      '',
      ...used.map((name) => `credential ${name}`),
      ...body,
      '',
    ].join('\n')
  }

  /** The same request with other credentials, or a write, that succeeded before: with declared credentials, if any did. */
  #goodLike(decisive: Exchange): Exchange | undefined {
    const { authorization } = decisive.request.headers
    const good = this.#circumstances.trail
      .goodLike(decisive)
      .filter(({ request: { headers } }) => isWrite(decisive) || headers['authorization'] !== authorization)
    const isDeclared = ({ request: { headers } }: Exchange) =>
      [...this.#credentials.values()].some((credential) => headers['authorization']?.endsWith(` ${credential}`))
    return good.find(isDeclared) ?? good[0]
  }

  #choose(exchange: Exchange): void {
    const { baseUrl, trail } = this.#circumstances
    const { request } = exchange
    const isKnown = trail.numberOf(exchange) > 0 && new URL(request.url).origin === new URL(baseUrl).origin
    if (isKnown && !this.#isHook(exchange) && !this.#chosen.has(request) && this.#chosen.size < mostRequests)
      // The trail keeps only the head of a good answer, and more of one that made something.
      this.#chosen.set(request, trail.made.find((made) => made.request === request) ?? exchange)
  }

  /** Hooks change the target's data and clock for everyone. A script sends none, as it could not undo them. */
  #isHook({ request: { url } }: Exchange): boolean {
    const hooks = Object.values(this.#circumstances.target.hooks ?? {})
    return hooks.some(({ path }) => url.includes(path.split('$')[0]!))
  }

  /** Chooses the requests whose answers have what the chosen ones send. */
  #chooseSources(): void {
    for (let size = 0; size < this.#chosen.size;) {
      size = this.#chosen.size
      for (const exchange of this.exchanges) {
        this.#lineOf(exchange)
        if (isCreation(exchange)) this.#delete(exchange, 0)
      }
    }
  }

  #lineOf(exchange: Exchange): string {
    const { baseUrl, trail } = this.#circumstances
    const words = requestWords(exchange, baseUrl, (value) => this.#wordOf(value, trail.numberOf(exchange)))
    return `request ${words.map((word) => this.#quoted(word)).join(' ')}`
  }

  /** The line of the clean-up that deletes what a request makes, or made although it should not. */
  #delete(exchange: Exchange, number: number): string {
    const { target, trail } = this.#circumstances
    const token = target.credentials?.token ?? trail.made.find(({ request }) => request.operation === 'oauth.token')
    const bearer =
      typeof token === 'string'
        ? this.#wordOf(token, 0)
        : token && valuesOf(token).find(({ name }) => name === 'access_token')
    const word = bearer && 'exchange' in bearer ? [{ shell: `$${this.#take(bearer, 'secret')}` }] : (bearer ?? [])
    const path = pathOf('access-tokens.revoke', pathNamesOf(target))
    const url = this.#quoted([{ shell: '$PLATFORM_BASE_URL' }, path])
    const header = this.#quoted(['authorization: Bearer ', ...word])
    return `  delete ${number} ${idOf(exchange)?.index ?? 1} ${url} -H ${header}`
  }

  #quoted(word: Word): string {
    return shellQuoted(mapTexts(joinedWords(word), this.#circumstances.hidden))
  }

  /** A value as the script writes it. What is not secret, and was not made, is data and stays. */
  #wordOf(value: string, before: number): Word {
    const { trail, hidden } = this.#circumstances
    if (value.length < 6) return [value]
    const isSecret = hidden(value) !== value
    for (const [name, credential] of this.#credentials) if (value === credential) return [{ shell: `$${name}` }]
    const made = trail.made.filter((exchange) => trail.numberOf(exchange) < before)
    const values = made.flatMap((exchange) =>
      isSecret || exchange.response.text.includes(value) ? trail.valuesOf(exchange) : [],
    )
    const same = values.find((placed) => placed.value === value && (isSecret || placed.name === 'id'))
    if (same) return [{ shell: `$${this.#take(same, isSecret ? 'secret' : 'id')}` }]
    for (const [name, credential] of this.#credentials) {
      const word = madeOf(value, credential, name)
      if (word) return word
    }
    for (const placed of isSecret ? values : []) {
      const { value: source } = placed
      if (source.length < shortestSecret || hidden(source) === source || !madeOf(value, source, 'x')) continue
      return madeOf(value, source, this.#take(placed, 'secret'))!
    }
    return [value]
  }

  /** The variable of a value of an answer, whose request is chosen. */
  #take(placed: PlacedValue, kind: 'id' | 'secret'): string {
    this.#choose(placed.exchange)
    for (const [variable, { exchange, name, index }] of this.#taken)
      if (exchange.request === placed.exchange.request && name === placed.name && index === placed.index)
        return variable
    const variable = `${kind}_${this.#taken.size + 1}`
    this.#taken.set(variable, placed)
    return variable
  }

  /** The names of members that hold secrets: the usual ones, and those of the run's answers. */
  #secretMembers(exchanges: readonly Exchange[]): string {
    const { hidden, trail } = this.#circumstances
    const names = [...exchanges, ...trail.made]
      .flatMap((exchange) => trail.valuesOf(exchange))
      .filter(({ value }) => value.length >= shortestSecret && hidden(value) !== value)
    return [...new Set(['[A-Za-z_]*([Tt]oken|[Ss]ecret|[Pp]assword)', ...names.map(({ name }) => name)])].join('|')
  }
}

/** The id of what a request made. */
function idOf(exchange: Exchange): PlacedValue | undefined {
  const ids = valuesOf(exchange).filter(({ name }) => name === 'id')
  const made = findObject(parsed(exchange.response.text))
  return ids.find(({ value }) => value === made?.['id']) ?? ids[0]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
