import type { Browser, Page } from 'playwright-core'

/** The tasks of a page's main thread while it was watched. A frame waits for the task before it. */
export interface MainThread {
  /** The processor time of the longest task, in milliseconds. A busy machine does not change it much. */
  readonly longest: number
  /** The same by the clock on the wall: with the time in which the machine did something else. */
  readonly longestOnTheWall: number
  readonly tasks: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Traces the tasks of the main threads of a browser that shows one page, until the returned function is called. */
export async function watchMainThread(browser: Browser, page: Page): Promise<() => Promise<MainThread>> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      readonly traceEvents: readonly TraceEvent[]
    }
    const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
    const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
    const tasks = traceEvents.filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && threads.has(`${pid} ${tid}`),
    )
    const longestOf = (member: 'dur' | 'tdur') => Math.max(0, ...tasks.map((task) => task[member] ?? 0)) / 1000
    return { longest: longestOf('tdur'), longestOnTheWall: longestOf('dur'), tasks: tasks.length }
  }
}
