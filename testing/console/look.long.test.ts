// Every view with hostile names. What stands open in a view is looked at where a test of the console ends.
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type OpenConsole, registerConsole } from './console.ts'
import { pageFaults, settled, viewLinks } from './look.ts'

const open = registerConsole()

/** Names that break careless pages: markup, templates, great length, and characters that turn or that nobody sees. */
const hostile = [
  '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">',
  '\u202eשלום עולם \u2066\u2067\u2068\u2069\u061c\u200e\u200f\u200b\u2060\ufeff\u{e0041}',
  'x'.repeat(10_000),
  '{{7*7}}${7*7}',
]

/** Sends requests of all kinds with these names, and stores them. */
async function fillConsole({ ask, post, emulator }: OpenConsole): Promise<void> {
  await ask('/1.13/environments?limt=2')
  await ask('/1.13/resources?status=odd')
  for (const name of hostile) {
    await post('/1.13/projects', { name, [name]: name })
    await ask(`/1.13/projects?search=${encodeURIComponent(name.slice(0, 3000))}`)
    for (const collection of ['projects', 'flows', 'catalogs'] as const) emulator.data.insert(collection, { name })
  }
  emulator.faults.add({ operation: 'products.list', body: { name: hostile[1] }, times: 3 })
  await ask('/oauth/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) })
}

it('is legible and accessible in every view, with hostile names', async () => {
  const opened = await open({ context: { colorScheme: 'light' } })
  const { page, emulator, url, goTo } = opened
  await fillConsole(opened)
  const { id } = emulator.data.insert('configurations', {
    scope_type: 'flow',
    scope_id: emulator.data.find('flows')[0]!.id,
    value: { name: hostile.join('') },
  })
  await goTo('requests')
  const links = (await viewLinks(page)).map((link) => link.replace('#/', ''))
  expect(links.length).toBeGreaterThan(9)
  const record = `data?collection=configurations&open=${id}`
  const requests = ['requests?open=5&do=edit&with=1', 'requests?open=3', 'requests?open=2&do=test']
  const found: Record<string, readonly string[]> = {}
  const visible: string[] = []
  for (const view of [...links, ...requests, record, 'no-such-view']) {
    await page.goto(`${url}/_emulator/#/${view}`)
    await settled(page)
    const faults = await pageFaults(page)
    if (faults.length > 0) found[view] = faults
    if ((await page.textContent('body'))!.includes('U+202E')) visible.push(view)
  }
  expect(found).toEqual({})
  expect(visible).toEqual(expect.arrayContaining(['requests', 'requests?open=3', 'faults', record]))
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(await page.locator('main script, main img').count()).toBe(0)
}, 300_000)

it('would find a fault of each kind', async () => {
  const { page, goTo } = await open()
  await goTo('clock')
  await page.evaluate(`{
    document.querySelector('main').append(document.createElement('input'))
    document.querySelector('main').append('\u202e')
    document.querySelector('#console').style.width = '2000px'
    document.querySelector('h1').style.color = '#444'
  }`)
  expect(await pageFaults(page)).toEqual([
    expect.stringContaining('label: '),
    expect.stringContaining('in the dark, color-contrast: <h1'),
    'wider than 390 pixels',
    'U+202e',
  ])
  await page.goto('about:blank')
})

it('says that it loads while an answer is on its way, and claims nothing before', async () => {
  const { page, url, goTo } = await open()
  await goTo('worlds')
  const links = await viewLinks(page)
  // The page itself comes, and no answer of the control API.
  await page.route(/_emulator\/./, () => undefined)
  const loading: string[] = []
  for (const link of links) {
    await page.goto(`${url}/_emulator/${link}`)
    await page.locator(`.nav a[href="${link}"][aria-current]`).waitFor()
    const text = (await page.locator('main').textContent()) ?? ''
    if (text.includes('Loading …')) loading.push(link)
    const claim = /No (?:fault|scenario|credential|world|record|request)|its default|\b0 (?:of|\w+s\b)/
    expect([link, claim.exec(text)?.[0]]).toEqual([link, undefined])
  }
  expect(links.filter((link) => !loading.includes(link))).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

it('shows what the screenshot of the README shows', async () => {
  const context = { viewport: { width: 1100, height: 680 }, colorScheme: 'light' } as const
  const { page, emulator, ask, post, goTo } = await open({ clock: '2026-03-01T12:00:00Z', context })
  await ask('/1.13/environments')
  await ask(`/1.13/pulse/catalogs/${emulator.samples.catalogId}/products?brnad=Acme&limit=5`)
  await ask('/oauth/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) })
  await ask('/1.13/resources?status=odd')
  await post('/1.13/projects', { name: 'Storefront' })
  await goTo('requests?open=4')
  await page.getByText('An invalid enum value returns 400.').waitFor()
  await expect.poll(() => page.locator('.table-row').count()).toBe(5)
  const path = fileURLToPath(new URL('../../emulator/console/screenshots/requests.png', import.meta.url))
  const image = await page.screenshot(process.env['PLATFORM_SCREENSHOTS'] === undefined ? {} : { path })
  expect(image.length).toBeGreaterThan(20_000)
  expect(image.length).toBeLessThan(150_000)
})

it('is not led to another path by a link', async () => {
  const { page, emulator, goTo } = await open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const id of ['../../~evil/0/', '%2e%2e/%2e%2e/~evil/0/', '__proto__', "javascript:alert('x')"]) {
    await goTo(`data?collection=projects&open=${encodeURIComponent(id)}`)
    await page.getByRole('region', { name: 'Record' }).getByRole('alert').waitFor()
  }
  const usual = /^\/_emulator\/($|data|collections$|records\/[^/]*$|worlds$|state$|openapi|api\/|changes$|events$)/
  expect(asked.filter((path) => !usual.test(path))).toEqual([])
  expect(emulator.worlds.names).toEqual(['default'])
})

it('says so where the emulator is served without the kit', async () => {
  const { page, goTo } = await open({ kit: false })
  for (const [view, text] of [
    ['conformance', 'This emulator is served without the conformance kit.'],
    ['client', 'This emulator is served without the judge of clients.'],
  ] as const) {
    await goTo(view)
    await page.getByText(text).waitFor()
  }
})
