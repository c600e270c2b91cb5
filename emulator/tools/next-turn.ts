/** Taken before a test replaces the timers by ones that stand still. */
const { setTimeout: setRealTimeout } = globalThis

/**
 * Lets the event loop turn once. Fake timers of a test do not hold it up, as the network would not wait for them
 * either: they leave a MessageChannel as it is, which jsdom lacks.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof MessageChannel === 'undefined') {
      setRealTimeout(resolve)
      return
    }
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}
