import { parseId } from '../../model/resources/ids.ts'
import type { Middleware, RoutedContext } from '../../model/contract/request-context.ts'
import { isAuthenticated, actOnFirst, changeJsonBody } from './scenario.ts'
import { withoutWorld } from '../../api/auth/sent-credential.ts'
import { replaceCode } from '../../api/connect/state-codes.ts'
import type { TemplatePart } from '../../model/contract/template.ts'
import { isObject } from '../../tools/is-object.ts'
import type { Conventions } from '../../model/contract/conventions.ts'

function tokenId({ endpoint, path, world }: RoutedContext): string | undefined {
  const id = endpoint.id === 'access-tokens.rename' ? parseId(path.split('/').at(-1)!)?.bare : undefined
  return id !== undefined && world.get('access_tokens', id) ? id : undefined
}

/** Characters with another meaning in a query when they are not encoded, as in Base64. */
const delimiters = '+/=&'

/** The state code in an answer: the member of that name, or the text in place of the template's hole. */
function findStateCode(json: unknown, name: Conventions['stateCodeName'] | TemplatePart): string | undefined {
  if (!isObject(json)) return undefined
  if (typeof name === 'string') return typeof json[name] === 'string' ? json[name] : undefined
  if (!isObject(name)) return undefined
  for (const [member, part] of Object.entries(name)) {
    const value = json[member]
    const found = part === '$state' && typeof value === 'string' ? value : findStateCode(value, part as TemplatePart)
    if (found !== undefined) return found
  }
  return undefined
}

/** A copy of a value with a state code replaced, including in the query of an address. */
function replaceStateCode(value: unknown, code: string, other: string): unknown {
  if (typeof value === 'string')
    return value === code ? other : value.replace(`prepare_state=${code}`, `prepare_state=${encodeURIComponent(other)}`)
  if (Array.isArray(value)) return value.map((item) => replaceStateCode(item, code, other))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaceStateCode(member, code, other)]),
  )
}

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
        const { world, conventions } = context
        const { stateCodeName } = conventions
        return changeJsonBody(context, response, (json) => {
          const stateCode = findStateCode(json, stateCodeName) ?? ''
          const code = withoutWorld(world, stateCode)
          replaceCode(world, code, `${code}${delimiters}`)
          return replaceStateCode(json, stateCode, `${code}${delimiters}${stateCode.slice(code.length)}`)
        })
      },
    },
  },
}
