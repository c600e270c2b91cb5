import { driverLanguages, type DriverLanguage } from '../init/drivers/drivers.ts'
import { testRunners, type TestRunner } from '../init/test-place.ts'
import { ciServices, type CiService } from '../init/surroundings.ts'
import { choice, flag, type OptionTable, textOption } from './option.ts'

/** The values of the options of `init`. */
export interface InitFlags {
  readonly client: DriverLanguage | undefined
  readonly test: TestRunner | undefined
  readonly dir: string | undefined
  readonly target: string | undefined
  readonly ci: CiService | undefined
  readonly plan: boolean
  readonly yes: boolean
}

/** The options of `init`. */
export const initOptions: OptionTable<InitFlags> = {
  client: choice(
    `Language of the driver, ${driverLanguages.join('|')} (default: what the directory shows)`,
    driverLanguages,
  ),
  test: choice(`Runner of the tests, ${testRunners.join('|')} (default: what the directory shows)`, testRunners),
  dir: textOption('FOLDER of the first test (default: that of other tests)'),
  target: textOption('URL of a service: asks it, with the credentials of PLATFORM_*, and writes target.yaml'),
  ci: choice(`Service that runs jobs, ${ciServices.join('|')} (default: what the directory shows)`, ciServices),
  plan: flag('Print what would be asked and written, and do neither'),
  yes: flag('Ask nothing'),
}
