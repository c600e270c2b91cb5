import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The long tests that take most, the longest first. */
const longest = [
  'testing/clients/languages',
  'testing/servers/right/product/product',
  'testing/product/product',
  'testing/servers/hostile/hostile-servers',
  'testing/servers/right/right-servers',
  'bin/commands/conformance/killed-runs',
  'testing/openapi-clients/clients',
  'testing/selftest/deviations',
  'testing/selftest/reworded',
  'bin/commands/start-data',
  'testing/clients/careful',
  'conformance/report/strange-texts',
  'bin/judges/service/hostile-pages',
  'testing/selftest/repeat',
  'testing/selftest/scenarios',
  'testing/selftest/addresses',
  'bin/judges/service/browser',
  'conformance/report/judge-anew',
  'testing/selftest/hostile-values',
]

/**
 * Begins with the tests that take longest, so that no worker waits at the end for another one. Vitest knows how long
 * each took from the run before; a clone has none, and would go by the sizes of the files.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/${name}.long.test.ts`))
      return place < 0 ? longest.length : place
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((left, right) => rank(left) - rank(right))
  }
}
