import type { Conventions } from '../../model/contract/conventions.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import { type Route, toRoutes } from './router.ts'

/** The routes of the endpoints that the conventions serve, for each version. */
export function servedRoutes(endpoints: readonly Endpoint[], conventions: Conventions): readonly Route<Endpoint>[] {
  return toRoutes(
    endpoints
      .filter(({ served }) => served?.(conventions) ?? true)
      .flatMap((endpoint) => {
        const path = typeof endpoint.path === 'string' ? endpoint.path : endpoint.path(conventions)
        const paths = path.includes('{version}')
          ? conventions.versions.map((version) => path.replace('{version}', version))
          : [path]
        return paths.map((path) => [path, endpoint] as const)
      }),
  )
}
