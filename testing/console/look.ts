// The visible and the invisible in a page.
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The violations that axe finds: the rule and the elements. @param rules Only those of the colours, or all. */
async function axeViolations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<readonly string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source)
  const only = rules === 'colours' ? ", runOnly: ['color-contrast', 'link-in-text-block']" : ''
  return await page.evaluate(`axe.run(document, { resultTypes: ['violations']${only} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ').slice(0, 600)))`)
}

/** Characters that turn a string or that nobody sees. */
const hidden = /(?! )[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/**
 * The faults of a page: violations in the light, those of colours in the dark, which changes nothing else, a page
 * wider than that of a phone, and hidden characters.
 */
export async function pageFaults(page: Page): Promise<readonly string[]> {
  const light = await axeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axeViolations(page, 'colours')
  await page.emulateMedia({ colorScheme: 'light' })
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: size.height })
  const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  await page.setViewportSize(size)
  const text = await page.evaluate<string>(`[document.body.textContent,
    ...[...document.querySelectorAll('[title], [aria-label], textarea')]
      .flatMap((element) => [element.title, element.ariaLabel, element.value].filter((text) => typeof text === 'string'))
  ].join(' ')`)
  const character = hidden.exec(text.replaceAll(/[\n\t]/g, ' '))?.[0]
  return [
    ...light,
    ...dark.map((violation) => `in the dark, ${violation}`),
    ...(isWide ? ['wider than 390 pixels'] : []),
    ...(character === undefined ? [] : [`U+${character.codePointAt(0)!.toString(16)}`]),
  ]
}

/** The addresses of all views, as the navigation has them. */
export async function viewLinks(page: Page): Promise<readonly string[]> {
  await page.waitForSelector('.nav a')
  return await page.evaluate("[...document.querySelectorAll('.nav a')].map((link) => link.getAttribute('href'))")
}

/** Waits until a view has loaded. The stream of events stays open, and some views poll. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('main h1')
  // Two frames with an idle main thread, and no answer that is awaited: the console marks those that are late.
  await page.evaluate(`new Promise((resolve) => {
    let calm = 0
    let last = performance.getEntriesByType('resource').length
    const look = () => {
      const now = performance.getEntriesByType('resource').length
      calm = now === last && !document.querySelector('.late') ? calm + 1 : 0
      last = now
      if (calm >= 3) resolve()
      else setTimeout(look, 60)
    }
    look()
  })`)
}
