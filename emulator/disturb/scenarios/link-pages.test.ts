import { expect, it } from 'vitest'
import { ask } from '../../../testing/suite/ask.ts'
import { carefulLink, itemsOf, naiveLinks, walkLinks } from '../../../testing/emulator/scenario-clients.ts'
import { dialects, emulatorWith, eventIds, events } from '../../../testing/emulator/scenario-emulators.ts'

it.each(dialects.slice(0, 2))(
  'puts previous with results="false" before next with results="true" on page one, and rel last, under %j',
  async (conventions) => {
    const emulator = emulatorWith(conventions, 'link-previous-first')
    const link = (await ask(emulator, 'GET', events(emulator))).headers.get('link')!
    const [first, second, ...more] = link.split(', ')
    expect(first).toMatch(/^<[^>]+>; results="false"; cursor="0:0:1"; rel="previous"$/)
    expect(second).toMatch(/^<[^>]+>; results="true"; cursor="0:\d+:0"; rel="next"$/)
    expect(more).toEqual([])
    expect(
      await walkLinks(emulatorWith(conventions), events(emulator), naiveLinks['expects rel behind the URL']!),
    ).toEqual(eventIds(emulator))
    for (const how of ['takes the first URL', 'expects rel behind the URL', 'looks for results="true" anywhere']) {
      const found = await walkLinks(emulator, events(emulator), naiveLinks[how]!)
      expect([how, found.length === eventIds(emulator).length]).toEqual([how, false])
    }
    expect(await walkLinks(emulator, events(emulator), carefulLink)).toEqual(eventIds(emulator))
  },
)

it.each(dialects.filter(({ legacyPageSize }) => legacyPageSize !== 1))(
  'serves an empty page with results="true" in the middle of a walk, under %j',
  async (conventions) => {
    const all = eventIds(emulatorWith(conventions))
    expect(all.length).toBeGreaterThan(100)
    expect(
      await walkLinks(
        emulatorWith(conventions),
        events(emulatorWith(conventions)),
        naiveLinks['stops at an empty page']!,
      ),
    ).toEqual(all)
    const naive = await walkLinks(
      emulatorWith(conventions, 'empty-page-mid-walk'),
      events(emulatorWith(conventions)),
      naiveLinks['stops at an empty page']!,
    )
    expect(naive).toEqual(all.slice(0, conventions.legacyPageSize ?? 100))
    const emulator = emulatorWith(conventions, 'empty-page-mid-walk')
    const careful = await walkLinks(emulator, events(emulator), carefulLink)
    expect(careful).toEqual(all)
    expect(await walkLinks(emulator, events(emulator), naiveLinks['stops at an empty page']!)).toEqual(all)
  },
)

it.each([{}, { legacyPageSize: 7, legacyListEnvelope: 'data' }] as const)(
  'shows half of the second page, and all records in the end, under %j',
  async (conventions) => {
    const emulator = emulatorWith(conventions, 'link-short-page')
    const all = eventIds(emulator)
    const size = emulator.conventions.legacyPageSize
    const { json } = await ask(emulator, 'GET', `${events(emulator)}?cursor=0:${size}:0`)
    expect(itemsOf(json).map(({ id }) => id)).toEqual(all.slice(size, size + Math.floor(size / 2)))
    const shortened = emulatorWith(conventions, 'link-short-page')
    expect(await walkLinks(shortened, events(shortened), carefulLink)).toEqual(all)
    expect(
      await walkLinks(emulatorWith(conventions, 'link-short-page'), events(emulator), (link, count) =>
        count < size ? undefined : carefulLink(link, count),
      ),
    ).toEqual(all.slice(0, size + Math.floor(size / 2)))
  },
)
