import type { PathNames } from '../catalogue/operations.ts'
import type { Target } from './target-file.ts'

/** The names in paths, from the target file or as documented. */
export function pathNamesOf({ version = '1.13', paths = {} }: Target): PathNames {
  return { version, accessTokens: paths.accessTokens ?? '/access-tokens', mcp: paths.mcp ?? '/mcp' }
}
