import type { Page } from 'playwright-core'

/** Counts the clicks of a person on a page from now on, until it is loaded anew. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(
    'window.clicks = 0, window.onclick = ({ isTrusted, detail }) => { window.clicks += Number(isTrusted && detail > 0) }',
  )
  return () => page.evaluate('window.clicks')
}
