import { parentPort } from 'node:worker_threads'
import { everyDeviation } from '../faults/faults.ts'
import { kill } from './kill.ts'

// A thread of the kill pool: receives names of deviations and sends back kills. A rejection ends it with an error.
parentPort!.on('message', async (name: string) => {
  const done = await kill(everyDeviation.find((deviation) => deviation.name === name)!)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
  parentPort!.postMessage(done)
})
