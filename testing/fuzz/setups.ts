// The situations in which requests are sent: conventions, data, scenarios, faults, deviations, limits and addresses.
import fc from 'fast-check'
import { defaultConventions, withConventions } from '../../emulator/api/dialect/conventions.ts'
import type { Fault } from '../../emulator/disturb/faults/fault.ts'
import { type ScenarioName, scenarioNames as allNames } from '../../emulator/disturb/scenarios/scenarios.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import type { EmulatorOptions } from '../../emulator/options.ts'
import { packSeed } from '../../fixtures/packs.ts'
import { everyDeviation } from '../faults/faults.ts'
import { conventionCombinations } from '../suite/combinations.ts'
import { suiteSeed } from '../suite/suite-seed.ts'

/** One fault for each effect, and some together. They wait no longer than a few turns of the event loop. */
export const exampleFaults: readonly Fault[] = [
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
  { headers: { 'Content-Type': 'text/plain' }, times: 'always' },
  { delay: '1ms', breakJson: true, headers: { 'content-type': 'application/json' }, skip: 1, times: 5 },
]

/** The names of all scenarios. A slow answer takes no longer than a few turns of the event loop. */
export const scenarioNames: readonly ScenarioName[] = allNames.map((name) =>
  name === 'slow-answer' ? 'slow-answer=1' : name,
)

/** The situation of one run. */
export interface Setup {
  /** The conventions at the start. */
  readonly conventions: Conventions
  readonly options: EmulatorOptions
}

const combinations = conventionCombinations(30).map((combination) => withConventions(defaultConventions, combination))
const packs = (['default', 'edge', 'empty'] as const).map((pack) => packSeed(pack, { seed: 1, scale: undefined }))

/** Mostly none. */
function rarely<Value>(values: readonly Value[], maxLength: number): fc.Arbitrary<readonly Value[]> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray([...values], { minLength: 1, maxLength }) },
  )
}

/** Every situation. */
export const setups: fc.Arbitrary<Setup> = fc
  .record({
    combination: fc.constantFrom(...combinations),
    fixtures: fc.constantFrom(packs[0]!, packs[0]!, ...packs, suiteSeed),
    scenarios: rarely(scenarioNames, 2),
    faults: rarely(exampleFaults, 3),
    deviations: rarely(everyDeviation, 4),
    requests: fc.constantFrom({}, {}, {}, { entries: 7, bytes: 5000 }),
    basePath: fc.constantFrom('', '', '', '/api'),
    publicUrl: fc.constantFrom(undefined, undefined, 'https://api.example/v'),
  })
  .map(({ combination, publicUrl, ...options }) => {
    // Some deviations show only under certain conventions. The first of several decides.
    const deciding = options.deviations.find((deviation) => deviation.conventions)?.conventions
    const conventions = deciding ? withConventions(combination, deciding) : combination
    const fixed = { conventions, clock: '2026-03-01T00:00:00Z', checkResponses: true }
    return { conventions, options: { ...options, ...fixed, ...(publicUrl === undefined ? {} : { publicUrl }) } }
  })
