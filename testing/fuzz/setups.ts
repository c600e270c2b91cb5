// The situations in which requests are sent: conventions, scenarios, faults and deviations, each switched in turn.
import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator/create-emulator.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { defaultConventions, withConventions } from '../../emulator/api/dialect/conventions.ts'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import { everyDeviation } from '../faults/faults.ts'
import type { Fault } from '../../emulator/disturb/faults/fault.ts'
import { type ScenarioName, scenarioNames as allNames } from '../../emulator/disturb/scenarios/scenarios.ts'
import { seedOf } from '../../fixtures/packs.ts'
import { conventionCombinations } from '../suite/combinations.ts'
import { suiteSeed } from '../suite/suite-seed.ts'

/** One fault for each effect, and some together. They wait no longer than a few turns of the event loop. */
export const effectExamples: readonly Fault[] = [
  { status: 503, retryAfter: 1, times: 3 },
  { status: 401, times: 2 },
  { status: 500 },
  { status: 429, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT', skip: 2 },
  { delay: 1, times: 4 },
  { drop: 'before', times: 2 },
  { drop: 'after', times: 2 },
  { truncate: true, times: 3 },
  { breakJson: true, times: 3 },
  { drip: { bytes: 500, interval: 0 }, times: 3 },
  { contentType: 'text/plain', times: 'always' },
  { delay: '1ms', breakJson: true, contentType: 'application/json', skip: 1, times: 5 },
]

const combinations: readonly Conventions[] = conventionCombinations(30).map((combination) =>
  withConventions(defaultConventions, combination),
)

/** The names of all scenarios. A slow answer takes no longer than a few turns of the event loop. */
export const scenarioNames: readonly ScenarioName[] = allNames.map((name) =>
  name === 'slow-answer' ? 'slow-answer=1' : name,
)

const packs = ['default', 'edge', 'empty'] as const
const seeds = new Map(packs.map((pack) => [pack, seedOf(pack, { seed: 1, scale: undefined })]))

/** How many deviations stand around an emulator at once. */
const deviationsAtOnce = 4

/** The situation of one episode. */
export interface Setup {
  readonly index: number
  /** Names the conventions, for what is made once for each. */
  readonly conventionsKey: string
  readonly conventions: Conventions
  readonly options: EmulatorOptions
  readonly deviations: readonly Deviation[]
  /** Over a socket. Otherwise in process. */
  readonly overSocket: boolean
}

/** The situation of an episode by its number. Every value of every kind has its turn. */
export function setupOf(index: number): Setup {
  const turn = Math.floor(index / 2)
  const deviating = index % 2 === 1 ? inTurn(everyDeviation, turn * deviationsAtOnce, deviationsAtOnce) : []
  const combination = index % combinations.length
  // Some deviations show under certain conventions alone. One of four that stand together decides.
  const deciding = deviating.find((candidate) => candidate.conventions)
  const conventions = withConventions(combinations[combination]!, deciding?.conventions ?? {})
  const pack = index % 8 === 3 ? 'edge' : index % 8 === 6 ? 'empty' : 'default'
  const options: EmulatorOptions = {
    fixtures: index % 8 === 5 ? suiteSeed : seeds.get(pack)!,
    clock: '2026-03-01T00:00:00Z',
    conventions,
    scenarios: index % 3 === 0 ? inTurn(scenarioNames, turn, 1 + (index % 2)) : [],
    faults: index % 4 === 2 ? inTurn(effectExamples, turn, 1 + (index % 3)) : [],
    deviations: deviating,
    checkResponses: true,
    requests: index % 6 === 4 ? { entries: 7, bytes: 5000 } : {},
    ...(index % 5 === 2 ? { basePath: '/api' } : {}),
    ...(index % 7 === 3 ? { publicUrl: 'https://api.example/v' } : {}),
  }
  return {
    index,
    conventionsKey: `${combination} ${JSON.stringify(deciding?.conventions ?? {})}`,
    conventions,
    options,
    deviations: deviating,
    overSocket: index % 10 === 9 || index % 10 === 4,
  }
}

function inTurn<Value>(values: readonly Value[], from: number, count: number): readonly Value[] {
  return Array.from({ length: count }, (_, step) => values[(from + step) % values.length]!)
}

/** Creates the emulator of an episode. */
export function open({ options }: Setup, onError: (error: unknown) => void): Emulator {
  return createEmulator({ ...options, onError })
}
