// Runs the fuzzer in a process of its own, and tells where it was when that ends or stands still.
import { fork } from 'node:child_process'
import type { Order, Report } from './fuzz-child.ts'

export type EndReport = Extract<Report, { readonly kind: 'end' }>

/** How long an episode may take, in milliseconds. Only a loop without an end takes so long. */
const longestEpisode = 120_000

/**
 * Runs episodes in a process of their own.
 * @throws Error when the process ends or an episode has no end: the message has the command that shows it again.
 */
export function fuzzInChild(order: Order, onProgress: (requests: number) => void = () => {}): Promise<EndReport> {
  const child = fork(new URL('./fuzz-child.ts', import.meta.url), { execArgv: ['--expose-gc'], stdio: 'inherit' })
  let episode = order.from
  return new Promise((resolve, reject) => {
    const again = () => `npm run fuzz -- --seed ${order.seed} --from ${episode} --count 1 shows it again.`
    const stop = () => {
      reject(new Error(`Episode ${episode} has no end. ${again()}`))
      child.kill('SIGKILL')
    }
    let timer = setTimeout(stop, longestEpisode)
    child.on('message', (report: Report) => {
      clearTimeout(timer)
      if (report.kind === 'end') return resolve(report)
      timer = setTimeout(stop, longestEpisode)
      episode = report.episode
      onProgress(report.requests)
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      reject(new Error(`The process ended with ${signal ?? code} in episode ${episode}. ${again()}`))
    })
    child.send(order)
  })
}
