import { blocked } from '../catalogue/verdict.ts'
import type { Session } from '../run/session.ts'
import type { HookName } from '../target/target-file.ts'
import { type Exchange, summary } from '../wire/exchange.ts'

/** Calls a hook of the target file. @throws Conclusion `blocked` when it does not answer with success. */
export async function callHook(session: Session, name: Exclude<HookName, 'advanceClock'>): Promise<Exchange> {
  const { method, path, body, headers } = session.run.target.hooks![name]!
  const { token, oauth } = session.run.target.credentials ?? {}
  const exchange = await session.send({
    method,
    path,
    as: (token ?? oauth) === undefined ? 'none' : 'bearer',
    ...(body === undefined ? {} : { json: body }),
    ...(headers ? { headers } : {}),
  })
  if (exchange.response.status >= 300) blocked(`hooks.${name} answered ${summary(exchange)}`)
  return exchange
}
