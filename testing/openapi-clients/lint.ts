// The findings of a linter of OpenAPI documents, by the rules beside this file.
import { fileURLToPath } from 'node:url'
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
