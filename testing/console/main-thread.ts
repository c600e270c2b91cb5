import type { Browser, Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * Traces the main threads of a browser that shows one page, until the returned function is called. It resolves to the
 * processor time of the longest task, in milliseconds: a busy machine does not change it much.
 */
export async function watchMainThread(browser: Browser, page: Page): Promise<() => Promise<number>> {
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
    return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000
  }
}
