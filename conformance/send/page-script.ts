/** The controls of the last view, kept in the page. */
export const controlsExpression = `globalThis[Symbol.for('conformance.controls')]`

/**
 * Runs in a page and returns its visible contents. It is a string because the kit does not use the types of the DOM. Long
 * strings are cut.
 */
export const viewExpression: string = `(() => {
  const isShown = (one) => {
    const { width, height } = one.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(one).visibility !== 'hidden' && !one.disabled
  }
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown)
  const textOf = (one) =>
    one.getAttribute('aria-label') || one.innerText || one.value || one.title || one.querySelector('img')?.alt || ''
  const actions = ['submit', 'button', 'image'].map((type) => 'input[type=' + type + ']')
  const controls = all(['button', 'a[href]', '[role=button]', ...actions].join())
  ${controlsExpression} = controls
  const others = ['hidden', 'checkbox', 'radio', 'submit', 'button', 'image', 'reset', 'search', 'range', 'color']
  const fields = all('input, textarea').filter((one) => !others.includes(one.type) && !one.readOnly && one.value === '')
  return {
    url: location.href,
    navigated: performance.getEntriesByType('navigation')[0]?.responseStatus || undefined,
    text: (document.body?.innerText ?? '').replace(/\\s+/g, ' ').trim().slice(0, 20000),
    controls: controls.slice(0, 200).map((one) => ({
      name: textOf(one).replace(/\\s+/g, ' ').trim().slice(0, 100),
      kind: one.localName === 'a' && one.getAttribute('role') !== 'button' ? 'link' : 'button',
    })),
    fields: fields.slice(0, 20).map(({ type }) => type),
  }
})()`

/** Removes the APIs of a page that connect to peers without the browser's proxy. */
export const withoutPeersScript: string = `for (const name of [
  'RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'RTCIceTransport', 'WebTransport',
]) delete globalThis[name]`
