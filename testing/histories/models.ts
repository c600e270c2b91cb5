// The models of each kind of object: how an answer follows from a state, and what it leaves behind.

/** The state of an object that does not exist. */
export const absent = 'absent'

type Apply = (state: string) => string | undefined

/** The answer fits when the state is this one, and changes nothing. */
const only =
  (wanted: (state: string) => boolean): Apply =>
  (state) =>
    wanted(state) ? state : undefined

/** A record with a name and a brand, each of which is changed alone. */
export const record = {
  state: (name: string, brand: string): string => `${name}|${brand}`,
  created:
    (state: string): Apply =>
    (before) =>
      before === absent ? state : undefined,
  /** @param state What was shown; `absent` for 404. */
  read: (state: string): Apply => only((now) => now === state),
  /** The list did not show it, though its id lies between those that it showed. */
  unlisted: (brand: string | undefined): Apply =>
    only((now) => now === absent || (brand !== undefined && !now.endsWith(`|${brand}`))),
  /** @param state The answer to the change; `absent` for 404. */
  changed:
    (member: 'name' | 'brand', value: string, state: string): Apply =>
    (before) => {
      if (before === absent || state === absent) return before === state ? before : undefined
      const [name, brand] = before.split('|') as [string, string]
      const after = member === 'name' ? `${value}|${brand}` : `${name}|${value}`
      return after === state ? after : undefined
    },
  removed:
    (wasThere: boolean): Apply =>
    (before) =>
      (before !== absent) === wasThere ? absent : undefined,
}

/** Something that works once: a state code or a refresh token. */
export const once = {
  fresh: 'fresh',
  used: 'used',
  issued: (): Apply => (before) => (before === absent ? 'fresh' : undefined),
  /** @param worked Whether the attempt succeeded. */
  tried:
    (worked: boolean): Apply =>
    (before) =>
      worked ? (before === 'fresh' ? 'used' : undefined) : before === 'fresh' ? undefined : before,
}

/** An order, which is shipped or cancelled, and not both. */
export const order = {
  created: (): Apply => (before) => (before === absent ? 'placed' : undefined),
  read: (state: string): Apply => only((now) => now === state),
  /** @param outcome `done`; `refused`, as it is not placed any more; `absent`. */
  moved:
    (to: 'shipped' | 'cancelled', outcome: 'done' | 'refused' | 'absent'): Apply =>
    (before) => {
      if (outcome === 'absent' || before === absent) return outcome === before ? before : undefined
      return (outcome === 'done') === (before === 'placed') ? (outcome === 'done' ? to : before) : undefined
    },
}

/** One value that is written and read. */
export const register = {
  written:
    (value: string): Apply =>
    () =>
      value,
  read: (value: string): Apply => only((now) => now === value),
}
