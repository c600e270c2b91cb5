import { parse } from 'yaml'
import { expect, it } from 'vitest'
import { markInexpressible } from '../../bin/judges/twin/expressible.ts'
import { twinRecords } from '../../bin/judges/twin/twin-records.ts'
import { twinFiles } from '../../bin/commands/learn/twin-files.ts'
import { twinConventions } from '../../bin/judges/twin/make-twin.ts'
import { defaultConventions, withConventions } from '../../emulator/api/dialect/conventions.ts'
import { parseSeed } from '../../fixtures/parse-seed.ts'
import { learnEmulator } from '../../testing/learned-emulator.ts'
import { hostileServers } from '../../testing/servers/hostile/hostile-servers.ts'
import { selectPart } from '../../testing/sample.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { toLearnedDocument } from './learned-document.ts'
import { learnedText } from './learned-text.ts'

/** Characters that move a terminal, and those that nobody sees. */
const unprintable = /(?!\n)[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u

it.each(selectPart(hostileServers, 15).map((server) => [server.name, server] as const))(
  'learns a service with %s, and writes files that contain only data',
  async (_name, { wrap }) => {
    const { learned } = await learnEmulator({}, { between: wrap, limits: { timeout: 300 } }).catch((error: unknown) => {
      // A service that answers nothing that can be read teaches nothing, and says so.
      expect(error).toMatchObject({ code: 'unreachable' })
      return { learned: undefined }
    })
    if (!learned) return
    const document = toLearnedDocument(
      { ...learned, observations: markInexpressible(learned.observations) },
      { baseUrl: 'http://target.test', allowWrites: true },
    )
    const records = twinRecords(document.records)
    const files = twinFiles(document, records)
    for (const [name, text] of Object.entries(files)) {
      expect(text.length, name).toBeLessThan(5_000_000)
      expect(unprintable.exec(text)?.[0].codePointAt(0), name).toBeUndefined()
      if (!name.endsWith('.yaml')) continue
      expect(text, name).not.toMatch(/(?:^|[\s[{,:-])[!&*][A-Za-z!]/m)
      parse(text, { maxAliasCount: 0 })
    }
    expect(unprintable.exec(learnedText(document, []))?.[0]).toBeUndefined()
    const conventions = twinConventions(document, records)
    expect(Object.getPrototypeOf(conventions)).toBe(Object.prototype)
    // The learned files start a twin.
    withConventions(defaultConventions, conventions)
    createEmulator({
      conventions,
      ...(records.fixtures ? { fixtures: parseSeed(records.fixtures) } : {}),
    })
  },
  60_000,
)
