import { parentPort } from 'node:worker_threads'
import { product } from './product.ts'
import { tryFault } from './try-fault.ts'

// A thread of the pool: receives names of faults and sends back trials. A rejection ends it with an error.
parentPort!.on('message', async (name: string) => {
  const trial = await tryFault(product.find((fault) => fault.name === name)!)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
  parentPort!.postMessage(trial)
})
