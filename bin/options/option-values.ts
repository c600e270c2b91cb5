// The names that options take, for shell completion. Each list is loaded on demand: a start needs none.

/** The names of all deviations. */
export const deviationValues = async (): Promise<readonly string[]> =>
  (await import('../../emulator/disturb/deviations/deviations.ts')).shippedDeviations().map(({ name }) => name)

/** The names of all scenarios. */
export const scenarioValues = async (): Promise<readonly string[]> =>
  (await import('../../emulator/disturb/scenarios/scenarios.ts')).scenarios.map(({ name }) => name)

/** The names of all fixture packs. */
export const packValues = async (): Promise<readonly string[]> =>
  (await import('../../fixtures/pack-options.ts')).fixturePacks

/** Every convention as `NAME=VALUE`, and as `NAME=` if it takes more than a fixed set of values. */
export const conventionValues = async (): Promise<readonly string[]> => {
  const { definitions } = await import('../../emulator/model/contract/conventions.ts')
  return Object.entries(definitions).flatMap(([name, { values }]) =>
    values.length > 0 ? values.map((value) => `${name}=${value}`) : [`${name}=`],
  )
}

/** The ids of all requirements and checks. */
export const requirementValues = async (): Promise<readonly string[]> => {
  const { requirements } = await import('../../conformance/catalogue/requirements.ts')
  const { checks } = await import('../../conformance/checks/checks.ts')
  return [...new Set([...requirements, ...checks].map(({ id }) => id))]
}

/** The names of the scenarios that clients are judged in. */
export const scenarioOfClientValues = async (): Promise<readonly string[]> => [
  'plain',
  ...(await import('../../conformance/client/tasks/scenarios.ts')).clientScenarios.map(({ name }) => name),
]

/** The ids of all requirements and checks of clients, and the names of their tasks and scenarios. */
export const clientValues = async (): Promise<readonly string[]> =>
  (await import('../../conformance/client/judge/select-runs.ts')).selectableNames
