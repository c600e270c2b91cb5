import { driverLanguages } from '../init/drivers/drivers.ts'
import { testRunners } from '../init/test-place.ts'
import { choiceOption, flagOption, type Flags, textOption } from './option.ts'

const seen = { defaultDescription: 'what the directory shows' }

/** The options of `init`. */
export const initOptions = {
  client: choiceOption('Language of the driver', driverLanguages, seen),
  test: choiceOption('Runner of the tests', testRunners, seen),
  dir: textOption('FOLDER of the first test', { defaultDescription: 'that of other tests' }),
  target: textOption('URL of a service: asks it, with the credentials of PLATFORM_*, and writes target.yaml'),
  plan: flagOption('Print what would be asked and written, and do neither'),
}

/** The values of the options of `init`. */
export type InitFlags = Flags<typeof initOptions>
