// A target whose answers are right but for values that a careless conversion of the language throws for.
import { expect, it } from 'vitest'
import { Random } from '../../conformance/judge/random.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import { selectPart } from '../sample.ts'
import { resultLines, runKit, timelessSubject } from '../conformance/subject.ts'

/** Values as JSON. */
const hostileValues = [
  '{"toString":null}',
  '{"toString":1,"valueOf":2}',
  '{"__proto__":null}',
  '{"__proto__":{"toString":null}}',
  '{"toJSON":null}',
  '{"constructor":null}',
  '{"hasOwnProperty":1,"id":{"toString":null},"name":{"toString":null}}',
  '{"then":1}',
  '{"length":3}',
  '[{"toString":null}]',
  '[null,[[]]]',
  'null',
  'true',
  '""',
  '1e999',
  '-0',
  '9007199254740993',
  String.raw`"\ud800"`,
  String.raw`"\u0000"`,
] as const

const below = (random: Random, count: number): number => Math.floor(random.next() * count)

const mark = '"@@hostile@@"'

/** The text of an answer with one value in it replaced. */
function insertHostileValue(json: unknown, random: Random): string {
  const value = hostileValues[below(random, hostileValues.length)]!
  const places: (() => void)[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [name, member] of Object.entries(node)) {
      places.push(() => Reflect.set(node, name, mark.slice(1, -1)))
      visit(member)
    }
  }
  visit(json)
  if (places.length === 0) return value
  places[below(random, places.length)]!()
  return JSON.stringify(json).replace(mark, () => value)
}

/**
 * Runs the kit against an emulator that has a hostile value in one of every N answers.
 * @param seed Chooses the answers, the places and the values.
 */
async function runWithHostileValues(seed: number, oneOf: number): Promise<RunResult> {
  const random = new Random(seed)
  const subject = timelessSubject({})
  return await runKit(
    {
      ...subject,
      async fetch(request) {
        const response = await subject.fetch(request)
        if (request.url.includes('/_emulator/') || below(random, oneOf) > 0) return response
        const text = await response.text()
        const { status } = response
        const headers = new Headers(response.headers)
        headers.delete('content-length')
        const init = { status, headers }
        try {
          return new Response(insertHostileValue(JSON.parse(text), random), init)
        } catch {
          return new Response(text === '' ? null : text, init)
        }
      },
    },
    { quick: true, seed },
  )
}

const seeds = Array.from({ length: 300 }, (_, index) => index + 1)

it.each(selectPart(seeds, 60))(
  'never ends in an error of the kit, whatever values answers contain: seed %i',
  { timeout: 120_000 },
  async (seed) => {
    expect(resultLines(await runWithHostileValues(seed, seed % 2 === 0 ? 25 : 100), 'error')).toEqual([])
  },
)
