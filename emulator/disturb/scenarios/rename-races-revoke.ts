import { parseId } from '../../model/resources/ids.ts'
import type { Middleware, RequestContext } from '../../model/contract/request-context.ts'
import { isAuthenticated, onFirst } from './scenario.ts'

function tokenId({ endpoint, path, world }: RequestContext): string | undefined {
  const id = endpoint.id === 'access-tokens.rename' ? parseId(path.split('/').at(-1)!)?.bare : undefined
  return id !== undefined && world.get('access_tokens', id) ? id : undefined
}

/** Changes by other clients during a request. */
export const otherClients = {
  title: 'Other clients and codes',
  scenarios: {
    'rename-races-revoke': {
      clause: '4.2',
      description:
        'Another client revokes a personal access token just before the first request to rename it, which then finds no such token.',
      begin: (): Middleware =>
        onFirst(
          (context) => isAuthenticated(context) && tokenId(context) !== undefined,
          (context, next) => {
            context.world.remove('access_tokens', tokenId(context)!)
            return next(context)
          },
        ),
    },
  },
}
