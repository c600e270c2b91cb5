import { rightServers, singleServers } from './testing/servers/right/right-servers.ts'
import { learnService } from './conformance/learn/learn-service.ts'
import { makeTwin } from './bin/judges/twin/make-twin.ts'
import { expressible } from './bin/judges/twin/expressible.ts'
import { toDocument } from './conformance/learn/learned-document.ts'
const all = [...Object.values(rightServers).flat(), ...singleServers] as any[]
const s = all.filter((x) => x.name.startsWith(process.argv[2]!))[Number(process.argv[3] ?? 0)]
console.log(s.name)
const { target, fetch, options = {} } = await s.make()
const learned = await learnService({ target, fetch, allowWrites: true, time: options.time, limits: { ...options.limits, maxRequests: 400 } })
const observed = { ...learned, observations: expressible(learned.observations) }
const document = toDocument(observed, { baseUrl: target.baseUrl, allowWrites: true })
const twin = await makeTwin({ document, learned: observed, target })
console.log(JSON.stringify((document.conventions as any).errorBody), JSON.stringify((twin.options as any).conventions?.errorBody), JSON.stringify((twin.options as any).conventions?.answerForms, null, 1))
for (const q of ['configurations.missing', 'products.unknown-catalog', 'legacy.groups.unknown-project', 'products.malformed-cursor', 'environments.as-stranger','access-tokens.list','products.none']) { const e = learned.answers.get(q); console.log(q, e?.response.status, JSON.stringify(e?.response.headers['content-type']), e?.response.text.slice(0,300)) }
process.exit()
