// The files that init writes, and the next steps.
import { installedCommand, type PackageManager } from '../../emulator/serve/printed-program.ts'
import { ciFiles } from './ci-templates.ts'
import { type DriverLanguage, driverFiles } from './drivers/drivers.ts'
import type { ScriptStyle } from './drivers/in-process.ts'
import { jestReadsTypes, type TestPlace, type TestRunner, testPatterns, testPlace } from './test-place.ts'
import { firstTests, type InitFile, startOf } from './first-tests.ts'
import { readPackageFile } from '../package-file.ts'
import type { CiService, Surroundings } from './surroundings.ts'

/** The selected files; undefined for one that is left out. */
export interface InitChoice {
  readonly language: DriverLanguage | undefined
  readonly runner: TestRunner | undefined
  /** The folder of the first test, with a trailing slash; undefined for the folder of existing tests. */
  readonly folder: string | undefined
  readonly ci: CiService | undefined
  /** The text of target.yaml. */
  readonly target: string | undefined
  /** The address of the service, if it is a loopback address. */
  readonly localUrl?: string | undefined
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
  const { hasTarget, hasOtherConftest, hasJestTypes } = around
  const { language, runner, ci, target, localUrl } = choice
  const drivers = language === undefined ? [] : driverFiles(language, scriptStyle(language, runner, around))
  const [driver] = drivers
  const isInProcess = driver !== undefined && driver.command === undefined
  const command = driver?.command?.join(' ')
  const build = driver?.build === undefined ? '' : `${driver.build} && `
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
    ...(language === 'go'
      ? [
          {
            path: 'platformemulator/platformemulator.go',
            text: readPackageFile('init/control-clients/platformemulator.go'),
          },
        ]
      : []),
    ...(target === undefined ? [] : [{ path: 'target.yaml', text: target }]),
    ...(ci === undefined
      ? []
      : ciFiles(ci, {
          checksService: target !== undefined || hasTarget,
          localUrl,
          language,
          judgesClient:
            command === undefined
              ? undefined
              : `${build}npx --yes @platform-data/emulator client --driver --allow-undecided -- ${command}`,
        })),
  ]
}

/** The next steps. */
export function nextSteps(choice: InitChoice, around: Surroundings): readonly NextStep[] {
  const { language, runner, ci, target, localUrl } = choice
  const wanted = [
    ...(around.hasPackage ? [] : ['@platform-data/emulator']),
    ...(runner !== undefined && around.runner !== runner ? packagesOf[runner] : []),
  ]
  const [driver] = language === undefined ? [] : driverFiles(language, scriptStyle(language, runner, around))
  const checksService = target !== undefined || around.hasTarget
  const hasJob = ci !== undefined && (checksService || driver?.command !== undefined)
  const steps: readonly (readonly [isNeeded: boolean, what: string, command: string])[] = [
    [wanted.length > 0, 'install', `${installs[around.packageManager]} ${wanted.join(' ')}`],
    [runner === 'pytest' && around.hasOtherConftest, 'add to conftest.py', 'from platform_fixtures import world'],
    [runner !== undefined, 'run the first test', startOf[runner!]],
    [
      hasJob && around.repository !== undefined,
      'move the job',
      `to the root of the repository, ${around.repository}, where jobs are looked for, and let it work in ${around.belowRepository}`,
    ],
    [driver !== undefined && !driver.command, 'fill the driver', `${driver?.file}: one task after the other`],
    [driver?.build !== undefined, 'build the driver', String(driver?.build)],
    [
      driver?.command !== undefined,
      'judge the client',
      `npx emulator client --driver -- ${driver?.command?.join(' ')}`,
    ],
    [target !== undefined, 'check the service', 'npx emulator conformance --config target.yaml'],
    [
      ci !== undefined && localUrl !== undefined,
      'start it in the job',
      `the job fails until a step of it starts the service at ${localUrl}`,
    ],
    [ci !== undefined && checksService, 'add secrets to CI', 'those that target.yaml names, such as PLATFORM_TOKEN'],
    [
      hasJob && ci === 'gitlab' && around.ci === 'gitlab',
      'add to .gitlab-ci.yml',
      'include: [{ local: .gitlab/platform-data.yml }]',
    ],
  ]
  return steps
    .filter(([isNeeded]) => isNeeded)
    .map(([, what, command]) => ({ what, command: rewriteForManager(command, around.packageManager) }))
}
