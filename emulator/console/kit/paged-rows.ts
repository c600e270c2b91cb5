// Rows that the server pages: a table of a million records keeps only the pages near those that are shown.
import { type Signal, signal } from '@preact/signals'
import type { Problem } from '../state/control.ts'
import type { Rows } from './table.tsx'

/** One page of rows, and how many rows there are in all. */
export interface RowPage<Row> {
  readonly rows: readonly Row[]
  readonly count: number
}

/** Loads the page that begins at a place. It returns a problem instead of throwing. */
export type LoadPage<Row> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<RowPage<Row> | { readonly problem: Problem }>

const pageSize = 100
/** The number of pages to keep. */
const mostPages = 40
/** The delay before a page is loaded, in milliseconds: fast scrolling passes many pages. */
const settle = 60

/** The rows of a table, loaded page by page on demand. */
export class PagedRows<Row> implements Rows<Row> {
  readonly problem: Signal<Problem | undefined> = signal(undefined)
  readonly #version = signal(0)
  readonly #load: LoadPage<Row>
  readonly #pages = new Map<number, readonly Row[]>()
  #count: number | undefined
  #loading: { readonly pages: string; readonly aborting: AbortController } | undefined

  constructor(load: LoadPage<Row>) {
    this.#load = load
    this.want(0, 1)
  }

  get isReady(): boolean {
    return this.#version.value >= 0 && this.#count !== undefined
  }

  get count(): number {
    return this.#version.value >= 0 ? (this.#count ?? 0) : 0
  }

  at(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.[index % pageSize]
  }

  want(from: number, to: number): void {
    const first = Math.floor(from / pageSize)
    const last = Math.floor(Math.max(from, to - 1) / pageSize)
    const missing = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
      (page) => !this.#pages.has(page),
    )
    const pages = missing.join()
    if (pages === this.#loading?.pages) return
    this.#loading?.aborting.abort()
    this.#loading = undefined
    if (missing.length === 0) return
    const aborting = new AbortController()
    this.#loading = { pages, aborting }
    void this.#fetch(missing, aborting.signal).catch(() => {})
  }

  /** Forgets every page, for example after a change, and reloads the shown ones. */
  reload(): void {
    this.#loading?.aborting.abort()
    this.#loading = undefined
    this.#pages.clear()
    this.#version.value++
    if (this.#count === undefined) this.want(0, 1)
  }

  async #fetch(pages: readonly number[], signal: AbortSignal): Promise<void> {
    if (this.#count !== undefined) await new Promise((resolve) => setTimeout(resolve, settle))
    for (const page of pages) {
      if (signal.aborted) return
      const loaded = await this.#load(page * pageSize, pageSize, signal)
      if (signal.aborted) return
      if ('problem' in loaded) {
        this.problem.value = loaded.problem
        break
      }
      this.problem.value = undefined
      this.#count = loaded.count
      this.#pages.set(page, loaded.rows)
      for (const oldest of this.#pages.keys()) {
        if (this.#pages.size <= mostPages) break
        this.#pages.delete(oldest)
      }
      this.#version.value++
    }
    this.#loading = undefined
  }
}
