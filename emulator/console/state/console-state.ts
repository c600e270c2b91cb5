// The state that the console's views share: the emulator's address, the view and world in the URL, and the token.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { type Context, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ControlPlace } from './control.ts'

/** The view and its settings, as the hash of the page's address says: `#/requests?world=blue&status=404`. */
export interface Route {
  readonly view: string
  readonly settings: ReadonlyMap<string, string>
}

/** Texts by the names of fields. */
export type Texts = Readonly<Record<string, string>>

/** The name of the world that needs no name. */
export const defaultWorld = 'default'

const tokenKey = 'emulator.controlToken'

/** The longest target file to read, in bytes: the emulator refuses a longer one. */
const mostOfFile = 5_000_000

/** The page's address before `/_emulator/`, without the world. It may be behind a proxy that adds a path. */
export function readPlace(pathname: string): { readonly base: string; readonly world: string } {
  const [, base = '', world = defaultWorld] = /^(.*?)(?:\/(?:~|%7[Ee])([^/]+))?\/_emulator\/?$/.exec(pathname) ?? []
  return { base, world: decodeURIComponent(world) }
}

/** Reads the hash of an address. */
export function readRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  return { view: path, settings: new Map(new URLSearchParams(search)) }
}

/** Writes the hash of a view. Settings that are empty are left out. */
export function toHash(view: string, settings: Readonly<Record<string, string | undefined>> = {}): string {
  const chosen = Object.entries(settings).filter((setting): setting is [string, string] => Boolean(setting[1]))
  const search = new URLSearchParams(chosen).toString()
  return `#/${view}${search === '' ? '' : `?${search}`}`
}

/** The state of one console. A view gets it by `useConsoleState`. */
export class ConsoleState {
  /** The address of the API before the world, such as `/api`; empty at the root. */
  readonly base: string
  readonly route: Signal<Route>
  /** The name of the chosen world. */
  readonly world: ReadonlySignal<string>
  /** The control token; empty without one. */
  readonly token: Signal<string>
  /** True if the emulator has refused a request because the control token was missing. */
  readonly needsToken: Signal<boolean> = signal(false)
  /** The number of requests to the control API that are under way. */
  readonly waiting: Signal<number> = signal(0)
  /** Increases with each change by this page. */
  readonly changes: Signal<number> = signal(0)
  /** The target file that was opened, for the next run of the kit. */
  readonly targetFile: Signal<{ readonly name: string; readonly text: string } | undefined> = signal(undefined)
  /** The target file of the latest run of this page. */
  readonly judgedFile: Signal<unknown> = signal(undefined)
  /** A message that a screen reader speaks, such as that a text was copied. */
  readonly said: Signal<string> = signal('')
  /** Texts that were written and not sent yet, by form and field. They end with the page: some are secret. */
  readonly drafts: Signal<Readonly<Record<string, Texts>>> = signal({})
  readonly #window: Window
  readonly #startWorld: string
  #isLeaving = false

  constructor(window: Window) {
    this.#window = window
    const { base, world } = readPlace(window.location.pathname)
    this.base = base
    this.#startWorld = world
    this.route = signal(readRoute(window.location.hash))
    this.world = computed(() => this.route.value.settings.get('world') ?? this.#startWorld)
    this.token = signal(window.sessionStorage.getItem(tokenKey) ?? '')
    window.addEventListener('beforeunload', (event) => {
      if (Object.keys(this.drafts.peek()).length > 0) event.preventDefault()
    })
    window.addEventListener('hashchange', () => {
      // A field reports its value when it is removed. That value belongs to the previous view.
      this.#isLeaving = true
      ;(window.document.activeElement as HTMLElement | null)?.blur()
      this.#isLeaving = false
      this.route.value = readRoute(window.location.hash)
    })
  }

  /** The path of the emulated API in the chosen world. */
  get apiBase(): string {
    return this.#baseOf(this.world.value)
  }

  /** The control API of a world. That of the default world knows of all worlds. */
  placeOf(world: string): ControlPlace {
    return { apiBase: this.#baseOf(world), token: this.token, needsToken: this.needsToken }
  }

  /** The whole address of the emulated API in the chosen world, for `curl` and for other programs. */
  get apiUrl(): string {
    return `${this.#window.location.origin}${this.apiBase}`
  }

  #baseOf(world: string): string {
    return world === defaultWorld ? this.base : `${this.base}/~${encodeURIComponent(world)}`
  }

  /** The address of a view in the chosen world. */
  href(view: string, settings: Readonly<Record<string, string | undefined>> = {}): string {
    const world = this.world.value
    return toHash(view, { world: world === this.#startWorld ? undefined : world, ...settings })
  }

  /** Goes to a view. */
  open(view: string, settings: Readonly<Record<string, string | undefined>> = {}): void {
    this.#window.location.hash = this.href(view, settings)
  }

  /** Changes settings of the current view, as a step that the browser's Back undoes. */
  go(changes: Readonly<Record<string, string | undefined>>): void {
    this.#change(changes, 'pushState')
  }

  /** Changes settings of the current view, without a new entry in the browser's history. */
  set(changes: Readonly<Record<string, string | undefined>>): void {
    this.#change(changes, 'replaceState')
  }

  #change(changes: Readonly<Record<string, string | undefined>>, method: 'pushState' | 'replaceState'): void {
    const { view, settings } = this.route.value
    const hash = toHash(view, { ...Object.fromEntries(settings), ...changes })
    const now = this.#window.location.hash
    // The Back button changes the address before the page gets the event.
    if (this.#isLeaving || hash === now || readRoute(now).view !== view) return
    this.#window.history[method](null, '', hash)
    this.route.value = readRoute(hash)
  }

  /** Reads a target file, and opens the view that runs the kit with it. */
  async openFile(file: File | undefined): Promise<void> {
    if (!file) return
    this.targetFile.value = { name: file.name, text: await file.slice(0, mostOfFile).text() }
    this.open('conformance')
  }

  /** Keeps the control token until the tab is closed. */
  useToken(token: string): void {
    this.#window.sessionStorage.setItem(tokenKey, token)
    this.token.value = token
    this.needsToken.value = false
  }
}

/** Hands the state of the console to every view. */
export const ConsoleStateContext: Context<ConsoleState | undefined> = createContext<ConsoleState | undefined>(undefined)

/** The state of the console, for a view. */
export function useConsoleState(): ConsoleState {
  return useContext(ConsoleStateContext)!
}
