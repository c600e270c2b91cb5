// The files that init writes, and the next steps.
import { installedCommand, type PackageManager } from '../../emulator/serve/printed-program.ts'
import { type DriverLanguage, driverFiles } from './drivers/drivers.ts'
import type { ScriptStyle } from './drivers/in-process.ts'
import { jestReadsTypes, type TestPlace, type TestRunner, testPatterns, testPlace } from './test-place.ts'
import { firstTests, type InitFile, startOf } from './first-tests.ts'
import type { Surroundings } from './surroundings.ts'

/** The selected files; undefined for one that is left out. */
export interface InitChoice {
  readonly language: DriverLanguage | undefined
  readonly runner: TestRunner | undefined
  /** The folder of the first test, with a trailing slash; undefined for the folder of existing tests. */
  readonly folder: string | undefined
  /** The text of target.yaml. */
  readonly target: string | undefined
}

/** A next step for the user: its purpose, and its command line or text. */
export interface NextStep {
  readonly what: string
  readonly command: string
}

const installs: Readonly<Record<PackageManager, string>> = {
  npm: 'npm install --save-dev',
  pnpm: 'pnpm add --save-dev',
  yarn: 'yarn add --dev',
  bun: 'bun add --dev',
}

const packagesOf: Readonly<Record<TestRunner, readonly string[]>> = {
  vitest: ['vitest'],
  jest: ['jest'],
  node: [],
  playwright: ['@playwright/test'],
  pytest: [],
}

/** The place of the first test. */
function chooseTestPlace(
  runner: TestRunner,
  { language, folder }: InitChoice,
  { isModule, tests }: Surroundings,
): TestPlace {
  const isTyped = language === 'ts' && runner !== 'node'
  return testPlace(testPatterns(runner, { isTyped, isModule, tests }), tests, folder)
}

/** The style of a driver in process: always a module, except for Jest, which needs a file that it can `require`. */
function scriptStyle(
  language: DriverLanguage,
  runner: TestRunner | undefined,
  { isModule, tests }: Surroundings,
): ScriptStyle {
  if (runner === 'jest')
    return language === 'ts' && jestReadsTypes(tests)
      ? { ending: 'ts', form: 'typed' }
      : { ending: isModule ? 'cjs' : 'js', form: 'commonJs' }
  return { ending: `${isModule ? '' : 'm'}${language}` }
}

/** The name of a file in an import. TypeScript accepts the name of the compiled file without any option. */
const importName = (file: string, runner: TestRunner): string =>
  runner === 'vitest' || runner === 'playwright' ? file.replace(/ts$/, 'js') : file

/** The selected files for a directory. */
export function initFiles(choice: InitChoice, around: Surroundings): readonly InitFile[] {
  return listInitFiles(choice, around).map(({ path, text }) => ({
    path,
    text: rewriteForManager(text, around.packageManager),
  }))
}

/** Rewrites the commands of installed packages in a text for the package manager in use. */
function rewriteForManager(text: string, manager: PackageManager): string {
  return text.replaceAll(/\bnpx ((?:emulator|jest|playwright|vitest) )/g, (_whole, command: string) =>
    installedCommand(manager, command),
  )
}

function listInitFiles(choice: InitChoice, around: Surroundings): readonly InitFile[] {
  const { hasOtherConftest, hasJestTypes } = around
  const { language, runner, target } = choice
  const drivers = language === undefined ? [] : driverFiles(language, scriptStyle(language, runner, around))
  const [driver] = drivers
  const isInProcess = driver !== undefined && driver.command === undefined
  return [
    ...drivers.map(({ file, text }) => ({ path: file, text })),
    ...(runner === undefined
      ? []
      : firstTests({
          runner,
          place: chooseTestPlace(runner, choice, around),
          driver: isInProcess ? importName(driver.file, runner) : undefined,
          hasOtherConftest,
          hasJestTypes,
        })),
    ...(target === undefined ? [] : [{ path: 'target.yaml', text: target }]),
  ]
}

/** The next steps. */
export function nextSteps(choice: InitChoice, around: Surroundings): readonly NextStep[] {
  const { language, runner, target } = choice
  const wanted = [
    ...(around.hasPackage ? [] : ['@platform-data/emulator']),
    ...(runner !== undefined && around.runner !== runner ? packagesOf[runner] : []),
  ]
  const [driver] = language === undefined ? [] : driverFiles(language, scriptStyle(language, runner, around))
  const steps: readonly (readonly [isNeeded: boolean, what: string, command: string])[] = [
    [wanted.length > 0, 'install', `${installs[around.packageManager]} ${wanted.join(' ')}`],
    [runner === 'pytest' && around.hasOtherConftest, 'add to conftest.py', 'from platform_fixtures import world'],
    [runner !== undefined, 'run the first test', startOf[runner!]],
    [driver !== undefined && !driver.command, 'fill in the driver', `${driver?.file}, one task at a time`],
    [driver?.build !== undefined, 'build the driver', String(driver?.build)],
    [
      driver?.command !== undefined,
      'judge the client',
      `npx emulator client --driver -- ${driver?.command?.join(' ')}`,
    ],
    [target !== undefined, 'check the service', 'npx emulator conformance --config target.yaml'],
  ]
  return steps
    .filter(([isNeeded]) => isNeeded)
    .map(([, what, command]) => ({ what, command: rewriteForManager(command, around.packageManager) }))
}
