/** Saved before a test installs fake timers. */
const { setTimeout: setRealTimeout } = globalThis

/**
 * Lets the event loop turn once. Fake timers of a test do not delay it, since the network would not wait for them
 * either: they do not replace MessageChannel, which jsdom lacks.
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
