import type { Page } from 'playwright-core'

/** What a person did on a page: clicks, and keys that move or act. Letters of a text that is typed do not count. */
export interface Hands {
  readonly clicks: number
  readonly keys: number
}

/** Counts what a person does on a page from now on, until it is loaded anew. What a script does is not counted. */
export async function countHands(page: Page): Promise<() => Promise<Hands>> {
  await page.evaluate(`
    window.hands = { clicks: 0, keys: 0 }
    addEventListener('click', ({ isTrusted, detail }) => { window.hands.clicks += Number(isTrusted && detail > 0) }, true)
    addEventListener('keydown', ({ isTrusted, key, target }) => {
      const isTyped = key.length === 1 && target.matches('input, textarea')
      window.hands.keys += Number(isTrusted && !isTyped && key !== 'Shift' && key !== 'Control')
    }, true)`)
  return () => page.evaluate('({ ...window.hands })')
}

/** The name of what has the focus: its label, or its text. */
const focused = `(() => {
  const { activeElement: element } = document
  const label = element.labels?.[0]?.querySelector('span')?.textContent ?? element.labels?.[0]?.textContent
  return (element.ariaLabel ?? label ?? element.textContent ?? '').trim()
})()`

/** Presses Tab until the focus is at what has a name. @throws Error when it is not reached. */
export async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press(key)
    const here = await page.evaluate<string>(focused)
    if (typeof name === 'string' ? here === name : name.test(here)) return
    passed.push(here.slice(0, 30))
  }
  throw new Error(`${key} does not lead to ${String(name)}, but to ${passed.join(' | ')}.`)
}
