import { parseId } from '../../model/resources/ids.ts'
import type { Middleware, RoutedContext } from '../../model/contract/request-context.ts'
import { isAuthenticated, actOnFirst, changeJsonBody } from './scenario.ts'
import { replaceCode } from '../../api/connect/state-codes.ts'
import { hashSecret } from '../../tools/hash.ts'

function tokenId({ endpoint, path, world }: RoutedContext): string | undefined {
  const id = endpoint.id === 'access-tokens.rename' ? parseId(path.split('/').at(-1)!)?.bare : undefined
  return id !== undefined && world.get('access_tokens', id) ? id : undefined
}

/** Characters with another meaning in a query when they are not encoded, as in Base64. */
const delimiters = '+/=&'

/** Changes by other clients during a request, and state codes in other forms. */
export const otherClients = {
  title: 'Other clients and codes',
  scenarios: {
    'rename-races-revoke': {
      clause: '4.2',
      description:
        'Another client revokes a personal access token just before the first request to rename it, which then finds no such token.',
      begin: (): Middleware =>
        actOnFirst(
          (context) => isAuthenticated(context) && tokenId(context) !== undefined,
          (context, next) => {
            context.world.remove('access_tokens', tokenId(context)!)
            return next(context)
          },
        ),
    },
    'state-code-to-encode': {
      clause: '4.3',
      description:
        'Every state code ends in +/=& before the name of its world, if it has one. The form of a state code is not shown, so a client encodes it in the query of the address that it opens.',
      begin: (): Middleware => async (context, next) => {
        const response = await next(context)
        if (context.endpoint.id !== 'connect.prepare' || !response.ok) return response
        const { world } = context
        return changeJsonBody(context, response, (json) => {
          const text = JSON.stringify(json)
          const code = text.match(/[0-9A-Za-z]{40}/g)?.find((word) => world.get('connect_codes', hashSecret(word)))
          if (code === undefined) return json
          const other = `${code}${delimiters}`
          replaceCode(world, code, other)
          return JSON.parse(text, (_name, value: unknown) =>
            typeof value === 'string'
              ? value.replace(code, value.startsWith(code) ? other : encodeURIComponent(other))
              : value,
          )
        })
      },
    },
  },
}
