import { parentPort } from 'node:worker_threads'
import { deviations } from '../../emulator/deviations/deviations.ts'
import { kill } from './kill.ts'

// A thread that is told the name of a deviation, and tells what the kit makes of it. A rejection ends it with an error.
parentPort!.on('message', async (name: string) => {
  const done = await kill(deviations.find((one) => one.name === name)!)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin.
  parentPort!.postMessage(done)
})
