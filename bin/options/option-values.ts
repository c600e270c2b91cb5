// The names that options take, for shell completion. Each list is loaded when it is asked for: a start needs none.

/** The names of all deviations. */
export const deviationValues = async (): Promise<readonly string[]> =>
  (await import('../../emulator/deviations/deviations.ts')).deviations.map(({ name }) => name)

/** The names of all scenarios. */
export const scenarioValues = async (): Promise<readonly string[]> =>
  (await import('../../emulator/scenarios/scenarios.ts')).scenarios.map(({ name }) => name)

/** The names of all fixture packs. */
export const packValues = async (): Promise<readonly string[]> => (await import('../../fixtures/packs.ts')).fixturePacks

/** Every convention as `NAME=VALUE`, and as `NAME=` where it takes more than a fixed set of values. */
export const conventionValues = async (): Promise<readonly string[]> => {
  const { definitions } = await import('../../emulator/dialect/convention-definitions.ts')
  return Object.entries(definitions).flatMap(([name, definition]) =>
    definition.kind === 'choice' ? definition.values.map((value) => `${name}=${value}`) : [`${name}=`],
  )
}

/** The ids of all requirements and checks. */
export const requirementValues = async (): Promise<readonly string[]> => {
  const { requirements } = await import('../../conformance/catalogue/requirements.ts')
  const { checks } = await import('../../conformance/rules/checks.ts')
  return [...new Set([...requirements, ...checks].map(({ id }) => id))]
}

/** The formats of reports. */
export const reportValues = async (): Promise<readonly string[]> =>
  (await import('../../conformance/reports/reports.ts')).reportFormats
