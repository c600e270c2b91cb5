import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OrderExplorer, type OrderOptions } from './order-explorer.ts'

/** A step of a toy: an actor reads or writes a variable. */
interface ToyStep {
  readonly actor: number
  readonly variable: number
  readonly writes: boolean
}

const isDependent = (one: ToyStep, other: ToyStep) =>
  one.actor === other.actor || (one.variable === other.variable && (one.writes || other.writes))

function toyExplorer(options: Pick<OrderOptions<ToyStep>, 'isDependent' | 'depth'>): OrderExplorer<ToyStep> {
  const isSame = (one: ToyStep, other: ToyStep) => one.variable === other.variable && one.writes === other.writes
  return new OrderExplorer<ToyStep>({ ...options, isSame, actorOf: ({ actor }) => actor })
}

/** Plays every schedule that the explorer chooses; those that it gave up are left out. */
function explored(
  actors: readonly (readonly ToyStep[])[],
  { depth = 12, dependent = isDependent } = {},
): readonly (readonly string[])[] {
  const explorer = toyExplorer({ isDependent: dependent, depth })
  const schedules: string[][] = []
  while (explorer.next()) {
    const done = actors.map(() => 0)
    const steps: string[] = []
    for (;;) {
      const enabled = actors.flatMap((own, actor) => (done[actor]! < own.length ? [`${actor}.${done[actor]}`] : []))
      if (enabled.length === 0) {
        schedules.push(steps)
        break
      }
      const id = explorer.choose(enabled)
      if (id === undefined) break
      const [actor, place] = id.split('.').map(Number) as [number, number]
      done[actor]!++
      steps.push(id)
      explorer.took(actors[actor]![place]!)
    }
  }
  return schedules
}

/** What tells schedules apart in effect: the order of each two steps that depend on each other. */
function effectOf(schedule: readonly string[], actors: readonly (readonly ToyStep[])[]): string {
  const stepOf = (id: string) => {
    const [actor, place] = id.split('.').map(Number) as [number, number]
    return actors[actor]![place]!
  }
  return schedule
    .flatMap((later, index) =>
      schedule
        .slice(0, index)
        .flatMap((earlier) => (isDependent(stepOf(earlier), stepOf(later)) ? [`${earlier}<${later}`] : [])),
    )
    .sort()
    .join()
}

function allSchedules(actors: readonly (readonly ToyStep[])[]): readonly (readonly string[])[] {
  const all: string[][] = []
  const extend = (done: readonly number[], steps: readonly string[]): void => {
    const enabled = actors.flatMap((own, actor) => (done[actor]! < own.length ? [actor] : []))
    if (enabled.length === 0) all.push([...steps])
    for (const actor of enabled) extend(done.with(actor, done[actor]! + 1), [...steps, `${actor}.${done[actor]}`])
  }
  extend(
    actors.map(() => 0),
    [],
  )
  return all
}

const toys = fc
  .array(fc.array(fc.record({ variable: fc.nat(1), writes: fc.boolean() }), { minLength: 1, maxLength: 2 }), {
    minLength: 2,
    maxLength: 3,
  })
  .map((actors) => actors.map((steps, actor) => steps.map((step) => ({ ...step, actor }))))

it('plays every order that differs in effect, and each once', () => {
  fc.assert(
    fc.property(toys, (actors) => {
      const effects = explored(actors).map((schedule) => effectOf(schedule, actors))
      expect(new Set(effects)).toEqual(new Set(allSchedules(actors).map((schedule) => effectOf(schedule, actors))))
      expect(effects.length).toBe(new Set(effects).size)
    }),
    { numRuns: 60, seed: 12 },
  )
})

it('plays every order that differs in effect where steps of one actor depend by what they enable alone', () => {
  const dependent = (one: ToyStep, other: ToyStep) =>
    one.actor !== other.actor && one.variable === other.variable && (one.writes || other.writes)
  fc.assert(
    fc.property(toys, (actors) => {
      const effects = explored(actors, { dependent }).map((schedule) => effectOf(schedule, actors))
      expect(new Set(effects)).toEqual(new Set(allSchedules(actors).map((schedule) => effectOf(schedule, actors))))
      expect(effects.length).toBe(new Set(effects).size)
    }),
    { numRuns: 60, seed: 12 },
  )
})

it('keeps the order of each actor in every schedule', () => {
  fc.assert(
    fc.property(toys, (actors) => {
      for (const schedule of explored(actors))
        for (const [actor, own] of actors.entries())
          expect(schedule.filter((id) => id.startsWith(`${actor}.`))).toEqual(
            own.map((_step, place) => `${actor}.${place}`),
          )
    }),
    { numRuns: 60, seed: 12 },
  )
})

it('orders as many steps as its depth', () => {
  const writers = [0, 1, 2].map((actor) => [{ actor, variable: 0, writes: true }])
  expect(explored(writers)).toHaveLength(6)
  expect(explored(writers, { depth: 1 })).toHaveLength(1)
})

it('tells when other steps are offered after the same beginning, and when a step does something else', () => {
  const play = (offered: (schedule: number) => readonly string[], variable = (_schedule: number) => 0) => {
    const explorer = toyExplorer({ isDependent, depth: 3 })
    for (let schedule = 0; explorer.next(); schedule++)
      for (let left = [...offered(schedule)]; left.length > 0;) {
        const id = explorer.choose(left)
        if (id === undefined) break
        explorer.took({ actor: Number(id), variable: variable(schedule), writes: true })
        left = left.filter((one) => one !== id)
      }
    return explorer.diverged
  }
  const three = () => ['0', '1', '2']
  expect(play(three)).toBe(0)
  expect(play((schedule) => (schedule === 0 ? ['0', '1'] : ['0']))).toBeGreaterThan(0)
  expect(play((schedule) => (schedule === 0 ? ['0', '1'] : ['0', '1', '2']))).toBeGreaterThan(0)
  expect(play(three, (schedule) => schedule)).toBeGreaterThan(0)
})
