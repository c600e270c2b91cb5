import type { PathNames } from '../catalogue/operation-paths.ts'
import type { Target } from './target-file.ts'

const known = new WeakMap<Target, PathNames>()

/** The names in paths, from the target file or as documented. */
export function targetPathNames(target: Target): PathNames {
  const { version = '1.13', paths = {} } = target
  const names = known.get(target) ?? {
    version,
    accessTokens: paths.accessTokens ?? '/access-tokens',
    mcp: paths.mcp ?? '/mcp',
  }
  known.set(target, names)
  return names
}
