import { allRightServers } from './testing/servers/right/expect-no-blame.ts'
import { learnService } from './conformance/learn/learn-service.ts'
const names = process.argv.slice(2)
for (const { server } of allRightServers) {
  if (!names.includes(server.name)) continue
  const { target, fetch, options = {}, close } = await server.make() as any
  const learned = await learnService({ target, fetch, allowWrites: true, time: options.time, limits: { ...options.limits, maxRequests: 400 } })
  console.log('==', server.name, JSON.stringify(target.enumFilters), learned.observations.errorBody.state, JSON.stringify((learned.observations.errorBody as any).value ?? (learned.observations.errorBody as any).differs))
  for (const q of ['resources.invalid-enum', 'products.malformed-cursor', 'environments.as-stranger', 'products.unknown-catalog', 'versions.below', 'environments.options', 'connect.prepare', 'services.capabilities']) { const e = learned.answers.get(q); console.log(q, e?.response.status, e?.response.headers['content-type'], e?.response.text.slice(0, 300)) }
  await close?.()
}
