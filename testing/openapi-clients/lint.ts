// The findings of linters of OpenAPI documents, by the rule files beside this one.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { Tools } from './tools.ts'

const lintFile = (name: string) => fileURLToPath(new URL(name, import.meta.url))

interface Redocly {
  readonly loadConfig: (options: { readonly configPath: string }) => Promise<object>
  readonly lintFromString: (options: {
    readonly source: string
    readonly absoluteRef: string
    readonly config: object
  }) => Promise<readonly { readonly ruleId: string; readonly message: string; readonly location: readonly object[] }[]>
}

interface Spectral {
  setRuleset: (ruleset: object) => void
  run: (document: object) => Promise<readonly { readonly code: string; readonly message: string; path: object }[]>
}

/** Names what a linter finds in a document: the rule, the place and the message. */
export type Linter = (document: object) => Promise<readonly string[]>

/** Redocly's linter by redocly.yaml. */
export async function redocly(tools: Tools): Promise<Linter> {
  const { loadConfig, lintFromString } = await tools.load<Redocly>('@redocly/openapi-core')
  const config = await loadConfig({ configPath: lintFile('redocly.yaml') })
  return async (document) => {
    const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config })
    return found.map(({ ruleId, message, location }) => `${ruleId} ${firstPointer(location)}: ${message}`)
  }
}

function firstPointer([first]: readonly { readonly pointer?: string }[]): string {
  return first?.pointer ?? ''
}

/** Spectral by spectral.yaml. */
export async function spectral(tools: Tools): Promise<Linter> {
  const { Spectral } = (await tools.load<{ default: { Spectral: new () => Spectral } }>('@stoplight/spectral-core'))
    .default
  const rulesets = (await tools.load<{ default: { oas: object } }>('@stoplight/spectral-rulesets')).default
  const { extends: names, ...rules } = parse(readFileSync(lintFile('spectral.yaml'), 'utf8')) as { extends: string[] }
  if (names.join() !== 'spectral:oas')
    throw new Error(`spectral.yaml must extend only spectral:oas; got ${names.join()}`)
  const linter = new Spectral()
  linter.setRuleset({ extends: [rulesets.oas], ...rules })
  return async (document) =>
    (await linter.run(document)).map(({ code, message, path }) => `${code} ${JSON.stringify(path)}: ${message}`)
}
