// The proof of the twin: right servers under a split of their factors, each beside its learned twin. Half of the
// factors are for building; the other half is asked only at the end.
//
//   node testing/servers/right/twin-proof.ts seen|held [PATTERN] [--split N] [--seed N] [--max-requests N] [--verbose]
//
// `--max-requests` bounds learning as `learn --allow-writes --max-requests` does.
// `--split` takes other halves and other servers, for results on servers that nobody has seen before.
import { parseArgs } from 'node:util'
import { makeTwin } from '../../../bin/judges/twin/make-twin.ts'
import { markInexpressible } from '../../../bin/judges/twin/expressible.ts'
import { toTargetFile } from '../../../bin/judges/service/target-file.ts'
import { toLearnedDocument } from '../../../conformance/learn/learned-document.ts'
import { learnService } from '../../../conformance/learn/learn-service.ts'
import { mostForAsking } from '../../../conformance/learn/stated-verdicts.ts'
import { type Target, toTarget } from '../../../conformance/target/target-file.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { Random } from '../../../emulator/tools/random.ts'
import { alone, type Combination, combinations, coveringRows, described, openCombination } from './product/product.ts'
import type { RightSubject } from './right-server.ts'
import { askAll, describeDifferences } from './twin-questions.ts'

type Halves = Readonly<Record<'seen' | 'held', readonly Combination[]>>

const factorNames = [...new Set(alone.flatMap((combination) => Object.keys(combination)))].toSorted()

const everyOther = (names: readonly string[], rest: number): ReadonlySet<string> =>
  new Set(names.filter((_name, index) => index % 2 === rest))

const isOfHalf = (combination: Combination, half: ReadonlySet<string>): boolean =>
  Object.keys(combination).every((factor) => half.has(factor))

/** Every fifth row, cut to the factors of a half. */
const fifthRows = (rows: readonly Combination[], half: ReadonlySet<string>): readonly Combination[] =>
  rows
    .filter((_row, index) => index % 5 === 0)
    .map((row) => Object.fromEntries(Object.entries(row).filter(([factor]) => half.has(factor))))

/** The first halves: every other factor, in the order of their names. */
function firstHalves(): Halves {
  const servers = (rest: number): readonly Combination[] => {
    const half = everyOther(factorNames, rest)
    return [...alone.filter((single) => isOfHalf(single, half)), ...fifthRows(combinations, half)]
  }
  return { seen: servers(0), held: servers(1) }
}

/**
 * Other halves of the factors, and other servers: each value of a half beside a value of a factor that is not in the
 * same first half, so that the two never met there; and rows of another covering set.
 */
function otherHalves(split: number): Halves {
  const random = new Random(split)
  const shuffled = factorNames.map((name) => [random.next(), name] as const).toSorted(([left], [right]) => left - right)
  const rows = coveringRows(split)
  const first = everyOther(factorNames, 0)
  const servers = (rest: number): readonly Combination[] => {
    const half = everyOther(
      shuffled.map(([, name]) => name),
      rest,
    )
    const pairs = alone.flatMap((single) => {
      const others = alone.filter((other) => isOfHalf(other, first) !== isOfHalf(single, first))
      return isOfHalf(single, half) ? [{ ...single, ...others[random.below(others.length)] }] : []
    })
    return [...pairs, ...fifthRows(rows, half)]
  }
  return { seen: servers(0), held: servers(1) }
}

/** A server beside its twin: the questions that were answered, and those of which the answers differ. */
export interface Proof {
  readonly asked: number
  readonly differing: readonly { readonly question: string; readonly differs: readonly string[] }[]
}

/** Learns a service, makes its twin, and asks both what learning did not. */
export async function proveTwin(
  { target, fetch, options = {} }: RightSubject,
  seed: number,
  mostRequests: number,
): Promise<Proof> {
  // `learn` needs one request to find out whether the service answers at all.
  const limits = { ...options.limits, maxRequests: mostForAsking(mostRequests - 1, true) }
  const learned = await learnService({ target, fetch, allowWrites: true, time: options.time, limits })
  const observed = { ...learned, observations: markInexpressible(learned.observations) }
  const document = toLearnedDocument(observed, { baseUrl: target.baseUrl, allowWrites: true })
  const twin = await makeTwin({ document, learned: observed, target })
  const now = options.time?.now() ?? Date.UTC(2027, 2, 1)
  const emulator = createEmulator({ ...twin.options, clock: { start: now }, onError: () => undefined })
  const ofTwin = toTarget(toTargetFile(emulator, 'http://twin.invalid', true))
  const left = await askAll({ target, fetch, now }, seed)
  const samples = { ...ofTwin.samples, command: target.samples?.command }
  // Both are asked with the same kinds of credentials: without a client by the same made-up one, and with a token of the
  // client where the target file has none.
  const { oauth, token, ...others } = ofTwin.credentials ?? {}
  const { credentials: declared = {} } = target
  const credentials = { ...others, ...(declared.oauth && oauth ? { oauth } : {}), ...(declared.token ? { token } : {}) }
  const right = await askAll(
    { target: { ...ofTwin, credentials, samples } as Target, fetch: emulator.fetch, now },
    seed,
  )
  const both = [...left].flatMap(([question, answer]) => {
    const other = right.get(question)
    return answer && other && answer.status !== 429 && answer.status < 502 ? [{ question, answer, other }] : []
  })
  return {
    asked: both.length,
    differing: both.flatMap(({ question, answer, other }) => {
      const differs = describeDifferences(answer, other)
      return differs.length === 0 ? [] : [{ question, differs }]
    }),
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      split: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      'max-requests': { type: 'string', default: '150' },
      verbose: { type: 'boolean', default: false },
    },
  })
  const [half = 'seen', pattern = ''] = positionals
  const split = Number(values.split)
  const halves = split === 1 ? firstHalves() : otherHalves(split)
  const chosen = halves[half as 'seen' | 'held'].filter((combination) => described(combination).includes(pattern))
  let [answers, alike, twins] = [0, 0, 0]
  const causes = new Map<string, Set<string>>()
  for (const combination of chosen) {
    const subject = await openCombination(combination)
    try {
      const { asked, differing } = await proveTwin(subject, Number(values.seed), Number(values['max-requests']))
      answers += asked
      alike += asked - differing.length
      if (differing.length === 0) twins++
      if (values.verbose && differing.length > 0)
        console.log(`${described(combination)}: ${asked - differing.length} of ${asked}`)
      for (const { question, differs } of differing)
        for (const text of differs) {
          const key = `${question}: ${text}`
          causes.set(key, (causes.get(key) ?? new Set()).add(described(combination)))
        }
    } catch (error) {
      console.log(`${described(combination)}: ${(error as Error).stack}`)
    } finally {
      await subject.close?.()
    }
  }
  for (const [cause, servers] of [...causes].toSorted(([, left], [, right]) => right.size - left.size))
    console.log(
      `${String(servers.size).padStart(4)}  ${cause}${servers.size < 4 ? ` (${[...servers].join(' | ').slice(0, 160)})` : ''}`,
    )
  const percent = (count: number, of: number) => `${count} of ${of} (${Math.round((100 * count) / of)} %)`
  console.log(
    `${half}: ${percent(alike, answers)} answers alike, ${percent(twins, chosen.length)} twins alike in every answer`,
  )
}

if (import.meta.main) await main()
