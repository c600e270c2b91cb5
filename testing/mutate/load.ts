// Loads the checks with a switch in each site, in this thread.
import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { instrument, type MutationSite } from './mutation-sites.ts'
import { MutationSwitch } from './mutation-switch.ts'

/** The root of the repository. */
export const root: string = fileURLToPath(new URL('../../', import.meta.url))
/** Where the checks are, from the root. */
export const rulesFolder = 'conformance/checks'
/** Where the judge of clients is, from the root. */
export const clientFolder = 'conformance/client'
/** The deciding sources of the judge of clients; reports and the catalogue only tell. */
const clientSources = `${clientFolder}/{checks,evidence,judge,tasks}/**/*.ts`

/** The files with checks, by the URLs that modules import them by. */
function instrumentedFiles(): { readonly sites: readonly MutationSite[]; readonly code: ReadonlyMap<string, string> } {
  const files = globSync([`${rulesFolder}/**/*.ts`, clientSources], { cwd: root, exclude: ['**/*.test.ts'] }).sort()
  const sites: MutationSite[] = []
  const code = new Map<string, string>()
  for (const file of files) {
    const done = instrument(readFileSync(`${root}${file}`, 'utf8'), file, sites.length, !file.startsWith(rulesFolder))
    sites.push(...done.sites)
    code.set(pathToFileURL(`${root}${file}`).href, done.code)
  }
  return { sites, code }
}

/** Every site, in the order of their numbers. */
export function findSites(): readonly MutationSite[] {
  return instrumentedFiles().sites
}

/** Makes imports of checks give the code with switches, and those of Vitest what collects tests. */
export function loadWithSwitch(): { readonly sites: readonly MutationSite[]; readonly control: MutationSwitch } {
  const { sites, code } = instrumentedFiles()
  const control = new MutationSwitch(sites)
  Object.assign(globalThis, { __site: control.site })
  const tests = new URL('collect-tests.ts', import.meta.url).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vitest' && /\.test\.ts|\/testing\/(?:clients|servers)\//.test(context.parentURL ?? '')
        ? { url: tests, shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) => {
      const source = code.get(url)
      return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
  return { sites, control }
}
