// Writes a shell script that replays the exchanges of a failure, shows the answers, and deletes what it created.
import { operationPath } from '../../catalogue/operation-paths.ts'
import type { Statement } from '../../conclusions/conclusion.ts'
import { curlTls, type Exchange, type SentRequest } from '../../conclusions/exchange.ts'
import { factExchanges, type Fact, factIds } from '../../conclusions/fact.ts'
import { percentDecoded } from '../../percent-decoded.ts'
import { encode } from '../../reading/encode.ts'
import { targetPathNames } from '../../target/path-names.ts'
import type { Target } from '../../target/target-file.ts'
import { shellComment } from '../../wording/escaping/shell.ts'
import { phraseText } from '../../wording/text.ts'
import { preamble } from './preamble.ts'
import type { RequestTrail } from './request-trail.ts'
import { shellQuoted, type Word } from './shell-words.ts'
import { scriptVariables, deriveNearMiss, type PlacedValue, placedValues } from './values.ts'

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
  /** Removes the secrets of the run from a string. */
  readonly hidden: (text: string) => string
}

/** The most requests in a script. */
const mostRequests = 40

/** The shortest value that becomes a variable: shorter texts occur elsewhere by coincidence. */
const shortest = 6

/** The most characters of a request on a command line: Linux allows 131,072 bytes in one argument. */
const longestRequest = 65_536

/** Times of tokens are within this many seconds of the request. Other times are data. */
const farthest = 20 * 365 * 86_400

/** A script that only says why the failure has no script, and ends with 2. */
export function unwrittenScript(reason: string): string {
  return `#!/bin/sh\n# ${reason}\nexit 2\n`
}

/** The script of a failure. */
export function toScript(failure: ScriptedFailure, circumstances: ScriptOptions): string {
  const script = new Script(failure, circumstances)
  const longest = Math.max(...script.exchanges.map(({ request: { url, body = '' } }) => url.length + body.length))
  if (longest > longestRequest)
    return unwrittenScript(`A request of ${longest} characters is too long for a command line.`)
  return script.text()
}

const isWrite = ({ request: { method } }: Exchange): boolean => !/^(?:GET|HEAD|OPTIONS)$/.test(method)
const createsToken = ({ request: { operation } }: Exchange): boolean => operation === 'access-tokens.create'

/** A text of a request that the script writes as an expression of the shell. */
interface Variable {
  readonly text: string
  readonly shell: () => string
}

class Script {
  readonly #failure: ScriptedFailure
  readonly #circumstances: ScriptOptions
  readonly #credentials: ReadonlyMap<string, string>
  readonly #chosen = new Map<SentRequest, Exchange>()
  /** The values from answers, by their variables. */
  readonly #taken = new Map<string, PlacedValue>()
  readonly #values = new Map<SentRequest, readonly PlacedValue[]>()
  readonly #variables = new Map<SentRequest, readonly Variable[]>()

  constructor(failure: ScriptedFailure, circumstances: ScriptOptions) {
    this.#failure = failure
    this.#circumstances = circumstances
    this.#credentials = scriptVariables(circumstances.target)
    const { fact, exchanges } = failure
    const { trail } = circumstances
    for (const exchange of factExchanges(fact)) this.#choose(exchange)
    this.#chooseSources()
    const earlier = exchanges.filter((exchange) => trail.numberOf(exchange) < trail.numberOf(fact.at))
    const control = earlier.findLast(
      ({ request, response }) => request.operation === fact.at.request.operation && response.status < 300,
    )
    if (control) this.#choose(control)
    // Earlier writes of the check to the same objects, such as revoking one.
    const made = this.exchanges.filter(createsToken).flatMap((exchange) => this.#valuesOf(exchange))
    const about = [...factIds(fact), ...[...made, ...this.#taken.values()].map(({ value }) => value)]
    for (const exchange of earlier.filter(isWrite)) {
      const text = `${exchange.request.url} ${exchange.request.body} ${exchange.response.text}`
      if (about.some((value) => text.includes(value))) this.#choose(exchange)
    }
    this.#chooseSources()
  }

  /** The chosen requests, in the order in which the kit sent them. */
  get exchanges(): readonly Exchange[] {
    const { trail } = this.#circumstances
    return [...this.#chosen.values()].toSorted((left, right) => trail.numberOf(left) - trail.numberOf(right))
  }

  text(): string {
    const { hidden, baseUrl } = this.#circumstances
    const { statement, check, clause } = this.#failure
    const { exchanges } = this
    const lines = exchanges.map((exchange) => this.#lineOf(exchange))
    const cleaning = exchanges.flatMap((exchange, index) => (createsToken(exchange) ? [this.#delete(index + 1)] : []))
    const body = exchanges.flatMap((exchange, index) => [
      `request ${lines[index]}`,
      ...[...this.#taken]
        .filter(([, value]) => value.exchange.request === exchange.request)
        .map(([variable, { read }]) => `take ${variable} ${index + 1} ${read}`),
      'show',
    ])
    const sent = [...body, ...cleaning].join('\n')
    const used = [...this.#credentials.keys()].filter((name) => new RegExp(String.raw`\$\{?${name}\b`).test(sent))
    return [
      '#!/bin/sh',
      shellComment(`${check} (clause ${clause})`),
      shellComment(`Expected: ${phraseText(statement.expected)}`),
      shellComment(`Got: ${phraseText(statement.got)}`),
      '#',
      '# Shows the answers, and deletes what it makes. It needs curl. Whether the fault is still there:',
      shellComment(`npx @platform-data/emulator conformance URL --only ${check}`),
      `[ -n "\${PLATFORM_BASE_URL:-}" ] || PLATFORM_BASE_URL=${shellQuoted([baseUrl], hidden)}`,
      String.raw`origin=$(printf '%s\n' "$PLATFORM_BASE_URL" | sed 's,^\([a-z]*://[^/]*\).*,\1,')`,
      preamble(this.#secretMembers()),
      ['clean_up() {', '  :', ...cleaning, '}', ''].join('\n'),
      ...used.map((name) => `credential ${name}`),
      ...body,
      '',
    ].join('\n')
  }

  /** Chooses a request to the target, except a hook: a script could not undo its changes to data and clock. */
  #choose(exchange: Exchange): void {
    const { baseUrl, trail } = this.#circumstances
    const { request } = exchange
    const isKnown = trail.numberOf(exchange) > 0 && new URL(request.url).origin === new URL(baseUrl).origin
    const isOfHook = request.operation === undefined && isWrite(exchange)
    if (!isKnown || isOfHook || this.#chosen.size === mostRequests || this.#chosen.has(request)) return
    this.#chosen.set(request, trail.made.find((made) => made.request === request) ?? exchange)
    this.#variables.clear()
  }

  /** Chooses the requests whose answers contain values that the chosen requests send. */
  #chooseSources(): void {
    for (let size = -1; size < this.#chosen.size;) {
      size = this.#chosen.size
      for (const exchange of this.exchanges) this.#lineOf(exchange)
      if (this.exchanges.some(createsToken)) this.#delete(0)
    }
  }

  /** The words of a request: the method, the address, and options of curl. */
  #lineOf(exchange: Exchange): string {
    const { baseUrl, hidden } = this.#circumstances
    const { method, url, headers, body, tls = {} } = exchange.request
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    const { href, origin } = new URL(url)
    const [shell, rest] = url.startsWith(baseUrl)
      ? ['$PLATFORM_BASE_URL', url.slice(baseUrl.length)]
      : ['$origin', href.slice(origin.length)]
    const words: readonly Word[] = [
      [method],
      [{ shell }, ...this.#encoded(rest, exchange)],
      ...Object.entries(headers).flatMap(([name, value]) => this.#header(name, value, exchange)),
      ...curlTls(tls).flatMap(([option, file]) => [[option], [file]]),
      ...(body === undefined || headers['content-type'] !== undefined ? [] : [['-H'], ['content-type:']]),
      ...(body === undefined
        ? []
        : [['--data-raw'], isForm ? this.#encoded(body, exchange) : this.#json(body, exchange)]),
    ]
    return words.map((word) => shellQuoted(word, hidden)).join(' ')
  }

  #header(name: string, value: string, exchange: Exchange): readonly Word[] {
    const [, base64 = ''] = name === 'authorization' ? (/^basic +(.+)$/i.exec(value) ?? []) : []
    const [, user, password = ''] = /^([^:]*):(.*)$/s.exec(decodeBase64(base64)) ?? []
    if (user !== undefined) return [['-u'], [...this.#word(user, exchange), ':', ...this.#word(password, exchange)]]
    return [['-H'], value === '' ? [`${name};`] : [`${name}: `, ...this.#word(value, exchange)]]
  }

  /** An address or a form. Each segment, name and value is a separate word. */
  #encoded(text: string, exchange: Exchange): Word {
    return text.split(/([/?&=])/).flatMap((piece): Word => {
      const word = this.#word(percentDecoded(piece.replaceAll('+', ' ')), exchange)
      if (word.every((part) => typeof part === 'string')) return [piece]
      return word.map((part) => {
        if (typeof part === 'string') return encode(part)
        return /^\$\{(?:id|cursor)_/.test(part.shell) ? part : { shell: `$(encoded "${part.shell}")` }
      })
    })
  }

  /** A JSON body, with times near the request relative to now. */
  #json(body: string, exchange: Exchange): Word {
    return body.split(timesInJson).flatMap((piece, index): Word => {
      const isDate = piece.includes('T')
      const time = isDate ? Date.parse(`${piece}Z`) / 1000 : Number(piece)
      const ahead = Math.round(time - exchange.startedAt / 1000)
      if (index % 2 === 0 || !(Math.abs(ahead) <= farthest)) return this.#word(piece, exchange)
      return [{ shell: isDate ? `$(at ${ahead})` : `$(($(date +%s) + ${ahead}))` }]
    })
  }

  /** A text with variables for its credentials and for values from earlier answers. */
  #word(text: string, exchange: Exchange): Word {
    const found = this.#variablesFor(exchange).find((variable) => text.includes(variable.text))
    if (!found) return text === '' ? [] : [text]
    const at = text.indexOf(found.text)
    const [before, behind] = [text.slice(0, at), text.slice(at + found.text.length)]
    return [...this.#word(before, exchange), { shell: found.shell() }, ...this.#word(behind, exchange)]
  }

  /** The variables that a request can use, the longest text first. */
  #variablesFor(exchange: Exchange): readonly Variable[] {
    const { trail } = this.#circumstances
    const known = this.#variables.get(exchange.request)
    if (known) return known
    const names = new Map<string, () => string>()
    for (const other of [...trail.made, ...this.exchanges])
      if (trail.numberOf(other) < trail.numberOf(exchange))
        for (const placed of this.#valuesOf(other))
          if (!names.has(placed.value)) names.set(placed.value, () => this.#take(placed))
    for (const [name, credential] of this.#credentials) names.set(credential, () => name)
    const variables = [...names].map(([text, name]): Variable => ({ text, shell: () => `\${${name()}}` }))
    for (const [text, secret] of trail.nearMisses) {
      const [name, nearMiss] = [names.get(secret), deriveNearMiss(text, secret)]
      if (name && nearMiss) variables.push({ text, shell: () => nearMiss(name()) })
    }
    const sorted = variables
      .filter(({ text }) => text.length >= shortest)
      .toSorted((left, right) => right.text.length - left.text.length)
    this.#variables.set(exchange.request, sorted)
    return sorted
  }

  /** The ids and cursors of an answer, and its secrets. */
  #valuesOf(exchange: Exchange): readonly PlacedValue[] {
    const { hidden } = this.#circumstances
    let values = this.#values.get(exchange.request)
    if (!values) {
      values = placedValues(exchange).filter(({ kind, value }) => kind !== 'secret' || hidden(value) !== value)
      this.#values.set(exchange.request, values)
    }
    return values
  }

  /** Returns the variable for a value of an answer, and chooses the request of that answer. */
  #take(placed: PlacedValue): string {
    this.#choose(placed.exchange)
    for (const [variable, { exchange, read }] of this.#taken)
      if (exchange.request === placed.exchange.request && read === placed.read) return variable
    const variable = `${placed.kind}_${this.#taken.size + 1}`
    this.#taken.set(variable, placed)
    return variable
  }

  /** The line of the clean-up that deletes what a request created, rightly or not. */
  #delete(number: number): string {
    const { target, trail, hidden } = this.#circumstances
    const issued = trail.made.find(({ request }) => request.operation === 'oauth.token')
    const token = issued && this.#valuesOf(issued).find(({ read }) => read === 'value access_token 1')
    const name = target.credentials?.token === undefined && token ? this.#take(token) : 'PLATFORM_TOKEN'
    const path = operationPath('access-tokens.revoke', targetPathNames(target))
    const url = shellQuoted([{ shell: '$PLATFORM_BASE_URL' }, path], hidden)
    return `  delete ${number} ${url} -H "authorization: Bearer $${name}"`
  }

  /** The names of members that contain secrets: the usual ones, and those in the run's answers. */
  #secretMembers(): string {
    const values = [...this.#circumstances.trail.made, ...this.exchanges].flatMap((exchange) =>
      this.#valuesOf(exchange),
    )
    const names = values.filter(({ kind }) => kind === 'secret').map(({ read }) => read.split(' ')[1]!)
    return [...new Set(['[A-Za-z_]*([Tt]oken|[Ss]ecret|[Pp]assword)', ...names])].join('|')
  }
}

const timesInJson = /((?<=")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?=(?:\.\d+)?Z")|(?<![\d.])\d{10}(?=(?:\d{3})?(?![\d.])))/

function decodeBase64(base64: string): string {
  try {
    return atob(base64)
  } catch {
    return ''
  }
}
