// Writes a shell script that repeats the requests that led to a failure, and says whether the fault still shows.
import type { Target } from '../../target/target-file.ts'
import type { Statement } from '../../conclusions/conclusion.ts'
import { exchangesOf, type Fact, factIds } from '../../conclusions/fact.ts'
import { textOf } from '../../wording/text.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { credentialVariables } from './credentials.ts'
import { helpersFor, preamble } from './helpers.ts'
import type { ValuePlace } from './value-places.ts'
import { contextOf, earlierSuccess, isWrite, Plan, type ScriptPlanOptions } from './plan.ts'
import { shellComment } from '../../wording/escaping/shell.ts'
import { joinedWords, mapTexts, shellQuoted, type Word } from './shell-words.ts'
import type { Sign } from './fault-signs.ts'
import { signOfFact } from './fault-signs.ts'
import { type ValueOrigin, samplesOf, Sources } from './value-sources.ts'

/** A failure, with all exchanges of its check. */
export interface ScriptedFailure {
  readonly check: string
  readonly clause: string
  /** The fact that shows the failure. */
  readonly fact: Fact
  /** The statement of the failure, without secrets. */
  readonly statement: Statement & { readonly message: string }
  /** The last exchanges, as reports show them. */
  readonly evidence: readonly Exchange[]
  /** All exchanges of the check. */
  readonly exchanges: readonly Exchange[]
}

/** The circumstances of a script. */
export interface ScriptOptions extends ScriptPlanOptions {
  readonly target: Target
}

const hookPaths = ({ hooks = {} }: Target): readonly string[] => Object.values(hooks).map(({ path }) => path)

/** The shortest text that can be a secret: shorter texts are names and values. */
const shortestSecretText = 12

/** The most characters of a request on a command line: Linux allows 131,072 bytes in one argument. */
const longestRequest = 65_536

/** A script that only says why the failure has no script, and ends with 2. */
export function unwritten(reason: string): string {
  return `#!/bin/sh\n# ${reason}\nexit 2\n`
}

/** The script of a failure. */
export function toScript(failure: ScriptedFailure, circumstances: ScriptOptions): string {
  const { target, trail, hidden } = circumstances
  const bearers = new Set(credentialVariables(target).values())
  const { fact } = failure
  const good = trail.goodLike(fact.at)
  const sent = [...failure.exchanges, ...exchangesOf(fact)]
  const all = [
    ...new Map([...good, ...trail.made, ...sent].map((exchange) => [exchange.request, exchange])).values(),
  ].sort((left, right) => trail.numberOf(left) - trail.numberOf(right))
  const exchanges = all.filter((exchange) => sent.some(({ request }) => request === exchange.request))
  const sign = signOfFact(fact, exchanges)
  const control = earlierSuccess(sign.decisive, trail, bearers)
  const isSecret = (text: string) => text.length >= shortestSecretText && hidden(text) !== text
  const sources = new Sources(target, all, isSecret, trail)
  const plan = new Plan(circumstances, sources, all)
  for (const exchange of [sign.decisive, ...(sign.others ?? []), ...control]) plan.need(exchange)
  const writer = new ScriptWriter(failure, circumstances, plan, sign)
  writer.needAll()
  const isHook = (url: string) => hookPaths(target).some((path) => url.includes(path))
  for (const exchange of contextOf(sign, plan, exchanges, factIds(fact), isHook)) plan.need(exchange)
  const longest = Math.max(...plan.exchanges.map(({ request: { url, body = '' } }) => url.length + body.length))
  if (longest > longestRequest) return unwritten(`A request of ${longest} characters is too long for a command line.`)
  return writer.text()
}

/** Writes a script whose requests are known. */
class ScriptWriter {
  readonly #failure: ScriptedFailure
  readonly #circumstances: ScriptOptions
  readonly #plan: Plan
  readonly #sign: Sign
  /** The names of values from answers, by answer and place. */
  readonly #names = new Map<string, { readonly name: string; readonly origin: ValueOrigin }>()

  constructor(failure: ScriptedFailure, circumstances: ScriptOptions, plan: Plan, sign: Sign) {
    this.#failure = failure
    this.#circumstances = circumstances
    this.#plan = plan
    this.#sign = sign
  }

  /** Adds the answers from which the condition reads values. */
  needAll(): void {
    this.#ending()
    for (const { origin } of this.#names.values()) this.#plan.need(origin.exchange)
    this.#names.clear()
  }

  text(): string {
    const { baseUrl, hidden } = this.#circumstances
    const exchanges = this.#plan.exchanges
    const lines = exchanges.map((exchange) => this.#plan.lineOf(exchange, this.#nameOf))
    const sent = new Set([...this.#names.values()].map(({ name }) => name))
    const ending = this.#ending()
    const steps = exchanges.flatMap((exchange, index) => [
      '',
      lines[index]!,
      ...[...this.#names.values()]
        .filter(({ origin }) => origin.exchange.request === exchange.request)
        .map(
          ({ name, origin: { place } }) =>
            `${captureLine(name, index + 1, place)}${sent.has(name) ? ' || exit 2' : ''}`,
        ),
      ...this.#dropLine(exchange, index + 1),
    ])
    const body = [...steps, '', ...ending].join('\n')
    const { statement, check, clause } = this.#failure
    const head = [
      '#!/bin/sh',
      shellComment(`${check} (clause ${clause})`),
      shellComment(`Expected: ${textOf(statement.expected)}`),
      shellComment(`Got: ${textOf(statement.got)}`),
      '#',
      '# It needs curl. Exit code: 1 if the fault shows, 0 if not, 2 if it could not be asked.',
      `[ -n "\${PLATFORM_BASE_URL:-}" ] || PLATFORM_BASE_URL=${shellQuoted([hidden(baseUrl)])}`,
      String.raw`origin=$(printf '%s\n' "$PLATFORM_BASE_URL" | sed 's,^\([a-z]*://[^/]*\).*,\1,')`,
      ...this.#samples(body),
      '',
      preamble,
      ...this.#needed(body),
    ].join('\n')
    return `${head}\n${helpersFor(body)}${body}\n`
  }

  #samples(body: string): readonly string[] {
    return [...samplesOf(this.#circumstances.target)]
      .filter(([name]) => isUsed(name, body))
      .map(([name, value]) => `${name}=${shellQuoted([value])}`)
  }

  #needed(body: string): readonly string[] {
    const names = [...credentialVariables(this.#circumstances.target).keys()].filter((name) => isUsed(name, body))
    return names.length === 0 ? [] : [...names.map((name) => `need ${name}`), '']
  }

  #ending(): readonly string[] {
    const { hidden, trail } = this.#circumstances
    const { decisive, condition } = this.#sign
    const number = this.#numberOf(decisive)
    // The contents of a list are data, so they are named as they are: the same place may hold another record next time.
    const wordOf = (text: string, exchange: Exchange, isAfter = false): Word => {
      const mayRead = (from: Exchange) => isWrite(from) || decodeURIComponent(exchange.request.url).includes(text)
      const before = trail.numberOf(exchange) + (isAfter && isWrite(exchange) ? 1 : 0)
      return this.#plan.wordOf(text, before, this.#nameOf, mayRead) ?? [hidden(text)]
    }
    const test = condition(
      (exchange) => this.#numberOf(exchange),
      wordOf,
      (word) => shellQuoted(mapTexts(joinedWords(word), hidden)),
    )
    return [
      '# What shows the fault',
      `printf 'answer %s: %s\\n' ${number} "$(status ${number})"`,
      `head -n 5 "$here/${number}.body" | cut -c 1-300 | printable`,
      `if ${test}`,
      'then',
      `  printf '%s\\n' ${shellQuoted([`FAULT: ${this.#failure.statement.message}`])}`,
      '  exit 1',
      'fi',
      `echo 'no fault: the answer is another one now'`,
    ]
  }

  #numberOf(exchange: Exchange): number {
    return this.#plan.exchanges.findIndex(({ request }) => request === exchange.request) + 1
  }

  /** A token that the script made is deleted when it ends. */
  #dropLine(_exchange: Exchange, _number: number): readonly string[] {
    return []
  }

  readonly #nameOf = ({ exchange, place }: ValueOrigin): string => {
    const key = `${this.#circumstances.trail.numberOf(exchange)} ${place.reader} ${place.name} ${place.index}`
    let named = this.#names.get(key)
    if (!named) {
      const kind = kindOf(place)
      const count = [...this.#names.values()].filter(({ name }) => name.replace(/_\d+$/, '') === kind).length
      named = { name: `${kind}_${count + 1}`, origin: { exchange, place } }
      this.#names.set(key, named)
    }
    return named.name
  }
}

/** The beginning of the variable for a value: a name of the shell, whatever the member is called. */
function kindOf({ reader, name }: ValuePlace): string {
  if (reader === 'link') return name
  if (reader === 'link_cursor') return 'link_cursor'
  const lower = name.toLowerCase().replaceAll(/\W/g, '_')
  return /^[a-z]/.test(lower) ? lower : `value_${lower}`
}

function isUsed(name: string, script: string): boolean {
  return new RegExp(String.raw`\$\{?${name}\b`).test(script)
}

function captureLine(name: string, number: number, { reader, name: member, index }: ValuePlace): string {
  return `${name}=$(${reader} ${number} ${member}${reader === 'member' ? ` ${index}` : ''})`
}
