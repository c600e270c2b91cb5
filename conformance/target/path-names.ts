import type { PathNames } from '../catalogue/operations.ts'
import type { Target } from './target-file.ts'

/** What a target file says of the paths, or what is documented. */
export function pathNamesOf({ version = '1.13', paths = {} }: Target): PathNames {
  return { version, accessTokens: paths.accessTokens ?? '/access-tokens', mcp: paths.mcp ?? '/mcp' }
}
