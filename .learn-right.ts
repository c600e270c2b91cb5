import { twinConventions } from './bin/learn/twin-files.ts'
import { twinRecords } from './bin/judges/twin/twin-records.ts'
import { parseSeed } from './fixtures/read-fixture-file.ts'
import { allRightServers } from './testing/servers/right/expect-no-blame.ts'
import { learnService } from './conformance/learn/learn-service.ts'
import { toDocument, learnedValues, countStates } from './conformance/learn/learned-document.ts'
import { expressible } from './bin/judges/twin/expressible.ts'
import { askTwin } from './bin/judges/twin/ask-twin.ts'
import { differenceText } from './conformance/learn/learned-text.ts'
let alike = 0, total = 0
for (const { theme, server } of allRightServers) {
  const { target, fetch, options = {}, close } = await server.make() as any
  total++; if (process.env.FROM && total < Number(process.env.FROM)) { await close?.(); continue }; console.error(total, server.name)
  try {
    const learned = await learnService({ target, fetch, allowWrites: true, time: options.time, limits: { ...options.limits, maxRequests: 400 } })
    const doc = toDocument({ ...learned, observations: expressible(learned.observations) }, { baseUrl: target.baseUrl, allowWrites: true })
    const c = countStates(doc)
    let line = `${theme} / ${server.name}: ${learned.requests} requests, ${c.learned} learned`
    try {
      const twin = await askTwin({ asked: learned.asked, allowWrites: true, options: { conventions: twinConventions(doc, twinRecords(doc.records)) as any, ...(twinRecords(doc.records).fixtures ? { fixtures: parseSeed(twinRecords(doc.records).fixtures) } : {}) } })
      line += `, ${twin.asked - twin.differences.length}/${twin.asked} alike`
      if (twin.differences.length === 0) alike++
      else line += twin.differences.slice(0, 5).map((d) => `\n      ${d.question}: ${d.differences.slice(0, 3).map((x) => differenceText(x, ['service', 'twin'])).join('; ')}`).join('')
    } catch (e) { line += ` TWIN ERROR ${(e as Error).message.slice(0, 300)}` }
    const odd = Object.entries(doc.conventions).filter(([, o]) => ['unrepresentable', 'conflict'].includes(o.state)).map(([n, o]) => `${n}:${JSON.stringify((o as any).differs ?? (o as any).values)}`)
    console.log(line + (odd.length ? `\n      ${odd.join(' ')}` : ''))
  } catch (e) { console.log(`${theme} / ${server.name}: ERROR ${(e as Error).stack?.slice(0, 400)}`) }
  await close?.()
}
console.log({ alike, total })
