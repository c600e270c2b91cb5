// The views that change how the emulator behaves, as people use them in a browser.
import { expect, it } from 'vitest'
import { viewLinks } from './watched-page.ts'
import { withBrowser } from './with-browser.ts'

const open = withBrowser()

it('shows tokens expire when the clock is advanced by a day', async () => {
  const { page, emulator, url, goTo } = await open({ clock: '2026-03-01T12:00:00Z' })
  const { clientId, clientSecret } = emulator.credentials
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  expect((await fetch(`${url}/oauth/token`, { method: 'POST', body })).status).toBe(200)
  await goTo('clock')
  await page.getByText('1 h left').waitFor()
  await page.getByRole('button', { name: '+ 1 day' }).click()
  await page.getByText('expired', { exact: true }).waitFor()
  await page.getByText('364 d left').waitFor()
  await page.getByText('2026-03-02T12:00:00Z').waitFor()
  await page.getByLabel(/^Set to/).fill('2020-01-01T00:00:00Z')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByText('The clock only moves forward').waitFor()
  await page.getByRole('button', { name: 'Let it run' }).click()
  await page.getByText('Runs with real time.').waitFor()
})

it('adds a fault by a form that knows every effect, and shows a refusal at its field', async () => {
  const { page, emulator, url, goTo } = await open()
  await goTo('faults')
  await page.getByRole('button', { name: /^Unavailable/ }).click()
  await page.getByText('The next request: answered with 503, with Retry-After: 1.').waitFor()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect.poll(() => emulator.faults.pending.length).toBe(0)
  await page.getByText('Any other fault').click()
  const form = page.getByRole('form', { name: 'New fault' })
  const names = form.locator('datalist option')
  await expect.poll(() => names.count()).toBeGreaterThan(90)
  await expect.poll(() => names.first().getAttribute('value')).toMatch(/^[a-z-]+\./)
  await form.getByLabel('operation').fill('environments.lst')
  await form.getByLabel('status').fill('503')
  await form.getByRole('button', { name: 'Add' }).click()
  await page.getByText('did you mean environments.list').waitFor()
  await form.getByLabel('operation').fill('environments.list')
  await form.getByLabel('times').fill('2')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => emulator.faults.pending.length).toBe(1)
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  expect((await fetch(`${url}/1.13/environments`, { headers })).status).toBe(503)
  await page.getByText('The next request to environments.list: answered with 503.').waitFor()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect.poll(() => emulator.faults.pending.length).toBe(0)
})

it('plays scenarios, activates deviations and changes conventions, and says what differs', async () => {
  const { page, emulator, goTo } = await open()
  await goTo('scenarios')
  await page.getByLabel('token-expires-mid-walk').check()
  await expect.poll(() => emulator.scenarios.names).toEqual(['token-expires-mid-walk'])
  await page.getByText('Playing: token-expires-mid-walk.').waitFor()
  await page.getByLabel('Find').fill('slow-answer')
  await page.getByLabel('slow-answer: milliseconds until the answer').fill('50')
  await page.getByLabel('slow-answer: milliseconds until the answer').press('Enter')
  await expect.poll(() => emulator.scenarios.names).toEqual(['token-expires-mid-walk', 'slow-answer=50'])
  await goTo('deviations')
  await page.getByLabel('Find').fill('reference-prefixed')
  await page.getByLabel('The project of an environment is answered with a prefix.').check()
  await expect.poll(() => emulator.deviations.active.map(({ name }) => name)).toEqual(['reference-prefixed'])
  await page.getByText('1 active.').waitFor()
  await page.getByRole('button', { name: 'Deactivate all' }).click()
  await expect.poll(() => emulator.deviations.active).toEqual([])
  await goTo('conventions')
  await page.getByText('Every convention has its default.').waitFor()
  await page.getByLabel(/^listEnvelope /).selectOption('items')
  await page.getByText('1 differ from their defaults.').waitFor()
  expect(emulator.conventions.listEnvelope).toBe('items')
  await page.getByLabel('Another value for objectEnvelope').fill('{"result":"$item"}')
  await page.getByLabel('Another value for objectEnvelope').press('Enter')
  await expect.poll(() => emulator.conventions.objectEnvelope).toEqual({ result: '$item' })
  await page.getByLabel('Another value for objectEnvelope').fill('{"result":"$items"}')
  await page.getByLabel('Another value for objectEnvelope').press('Enter')
  await page.getByText(/has an unknown hole \$items; did you mean \$item\?/).waitFor()
  await page.getByLabel(/^objectEnvelope /).selectOption('bare')
  await page.getByLabel(/^accessTokenLifetime /).fill('soon')
  await page.getByLabel(/^accessTokenLifetime /).press('Enter')
  await page.getByText(/The convention accessTokenLifetime takes/).waitFor()
  emulator.faults.add({ operation: 'products.list', status: 503 })
  const changed = page.getByRole('group', { name: 'Changes in effect' })
  await changed.getByRole('link', { name: '1 fault pending' }).waitFor()
  for (const name of ['1 convention', '2 scenarios']) await changed.getByRole('link', { name }).waitFor()
  await page.getByLabel('Only what differs').check()
  await page.getByRole('button', { name: 'Use the default' }).click()
  await expect.poll(() => emulator.conventions.listEnvelope).toBe('data')
  emulator.setConventions({ defaultLimit: 7 })
  await changed.getByRole('link', { name: '1 convention' }).waitFor()
  await page.getByRole('button', { name: 'Back to normal' }).click()
  await changed.waitFor({ state: 'detached' })
  expect([emulator.faults.pending, emulator.scenarios.names, emulator.conventions.defaultLimit]).toEqual([[], [], 20])
})

it('makes, opens and drops worlds', async () => {
  const { page, emulator, goTo } = await open()
  await goTo('worlds')
  await page.getByLabel('New world').fill('blue')
  await page.getByRole('button', { name: 'Make' }).click()
  await page.getByRole('heading', { name: 'blue' }).waitFor()
  emulator.worlds.use('blue').data.removeAll('flows')
  await page.getByLabel('New world').fill('not a name')
  await page.getByRole('button', { name: 'Make' }).click()
  await page.getByText(/A world's name has/).waitFor()
  const card = page.getByRole('listitem').filter({ hasText: 'blue' })
  await card.getByRole('link', { name: 'Open' }).click()
  await page.getByRole('link', { name: 'Data' }).click()
  await page.getByLabel('Collection').selectOption('flows')
  await page.getByText('0 records').waitFor()
  await page.getByRole('link', { name: 'Worlds' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Save its state' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('blue.snapshot.json')
  emulator.worlds.use('blue').data.insert('flows', { name: 'Made later' })
  await card.getByLabel('Load a state').setInputFiles(await download.path())
  await expect.poll(() => emulator.worlds.use('blue').data.find('flows')).toEqual([])
  await card.getByRole('button', { name: 'Drop' }).click()
  await card.getByRole('button', { name: 'Drop it with its data' }).click()
  await expect.poll(() => emulator.worlds.names).not.toContain('blue')
})

it('copies and revokes credentials', async () => {
  const { page, emulator, url, goTo } = await open({ context: { permissions: ['clipboard-read', 'clipboard-write'] } })
  await goTo('credentials?kind=personalAccessToken')
  await page.getByRole('button', { name: 'Copy secret' }).click()
  await page.getByText('Copied.', { exact: true }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(emulator.credentials.token)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke it now' }).click()
  await page.getByText('0 credentials').waitFor()
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  expect((await fetch(`${url}/1.13/environments`, { headers })).status).toBe(401)
})

it('says that it loads while an answer is on its way, and claims nothing before', async () => {
  const { page, url, goTo } = await open()
  await goTo('file')
  const links = await viewLinks(page)
  // The page itself comes, and no answer of the control API.
  await page.route(/_emulator\/./, () => undefined)
  const loading: string[] = []
  const claims: Record<string, string> = {}
  for (const link of links) {
    await page.goto(`${url}/_emulator/${link}`)
    await page.locator(`.nav a[href="${link}"][aria-current]`).waitFor()
    const text = (await page.locator('main').textContent()) ?? ''
    if (text.includes('Loading …')) loading.push(link)
    const claim =
      /No (?:fault|scenario|credential|world|record|request)|keeps to the|its default|\b0 (?:of|\w+s\b)/.exec(text)?.[0]
    if (claim !== undefined) claims[link] = claim
  }
  expect(links.filter((link) => !loading.includes(link))).toEqual(['#/file', '#/fixtures'])
  expect(claims).toEqual({})
  await page.getByRole('status').filter({ hasText: 'Loading …' }).first().waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
