import { withoutWorld } from '../../api/auth/world-suffix.ts'
import { replaceCode } from '../../api/connect/state-codes.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { defineScenario, type Scenario, withJson } from './scenario.ts'

/** Characters with another meaning in a query when they are not encoded, as in Base64. */
const delimiters = '+/=&'

type Prepared = Readonly<Partial<Record<Conventions['stateCodeName'], string>>>

/** Issues state codes with characters that mean something in a query. */
export const stateCodeToEncode: Scenario = defineScenario({
  name: 'state-code-to-encode',
  clause: '4.3',
  description:
    'Every state code ends in +/=& before the name of its world, if it has one. The form of a state code is not shown, so a client encodes it in the query of the address that it opens.',
  begin: () => async (routed, next) => {
    const response = await next()
    if (routed.endpoint.id !== 'connect.prepare' || !response.ok) return response
    const { world, conventions } = routed
    const { stateCodeName } = conventions
    return withJson(routed, response, (json) => {
      const stateCode = (json as Prepared)[stateCodeName] ?? ''
      const code = withoutWorld(world, stateCode)
      replaceCode(world, code, `${code}${delimiters}`)
      return { ...(json as Prepared), [stateCodeName]: `${code}${delimiters}${stateCode.slice(code.length)}` }
    })
  },
})
