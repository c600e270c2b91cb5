import { parentPort, workerData } from 'node:worker_threads'
import { judgeEntry, thingsByName } from './judged-things.ts'
import { formatEntry } from './entry.ts'

const { seed } = workerData as { readonly seed: number }

// A thread: receives names of judged things and sends back their lines. A rejection ends it.
parentPort!.on('message', async (name: string) => {
  const line = formatEntry(await judgeEntry(thingsByName.get(name)!, seed))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
  parentPort!.postMessage(line)
})
