// The views that change how the emulator behaves and what it holds, as people use them.
import { expect, it } from 'vitest'
import { registerConsole } from './console.ts'

const open = registerConsole()

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
  await page.getByText('2026-03-02T12:00:00Z').waitFor()
  await page.getByLabel(/^Set to/).fill('2020-01-01T00:00:00Z')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByText('The clock only moves forward').waitFor()
})

it('has the credentials that can be copied first, and the others below, in pages', async () => {
  const { page, emulator, url, goTo } = await open()
  const { clientId, clientSecret } = emulator.credentials
  const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  for (let token = 0; token < 30; token++)
    await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })
  await goTo('clock')
  const copy = page.getByRole('button', { name: 'Copy secret' })
  await copy.first().waitFor()
  expect(await copy.count()).toBe(5)
  expect((await copy.first().boundingBox())!.y).toBeLessThan(800)
  const issued = page.getByRole('listitem').filter({ hasText: /OAuth (?:access|refresh) token/ })
  const found = new Set<string>()
  const labelOf = (text: string) => /(?:oauth|refresh)#\d+/.exec(text)![0]
  for (let turn = 0; turn < 3; turn++) {
    if (turn > 0) await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(async () => (await issued.allTextContents()).some((text) => !found.has(labelOf(text)))).toBe(true)
    for (const text of await issued.allTextContents()) found.add(labelOf(text))
  }
  expect(found.size).toBe(60)
})

it('says what back to normal leaves, ends a message at the next refusal and in the next view, and links to the remedy', async () => {
  const { page, emulator, goTo } = await open()
  const said = page.locator('.said')
  emulator.deviations.add('reference-prefixed')
  emulator.clock.advance('366d')
  await goTo('faults')
  await page.getByText('No fault is pending.', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Unavailable/ }).click()
  await expect.poll(() => said.textContent()).toBe('Added a fault.')
  await page.getByLabel('Operation', { exact: true }).fill('nope')
  await page.getByRole('button', { name: /^Unavailable/ }).click()
  await page.getByText(/There is no operation/).waitFor()
  expect(await said.textContent()).toBe('')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => said.textContent()).toBe('Done.')
  await page.getByRole('link', { name: 'Client', exact: true }).click()
  await expect.poll(() => said.textContent()).toBe('')
  await page.getByRole('button', { name: 'Watch', exact: true }).click()
  await page.getByRole('link', { name: 'Deactivate it here' }).click()
  await page.getByRole('heading', { name: 'Deviations' }).waitFor()
  await page.getByRole('button', { name: 'Back to normal, except the time' }).click()
  await expect.poll(() => said.textContent()).toContain('expired tokens stay expired')
  await page.getByRole('button', { name: 'Reset the world' }).waitFor()
})

it('shows its whole toolbars on a phone', async () => {
  const { page, emulator, ask, goTo } = await open({ context: { viewport: { width: 400, height: 800 } } })
  await ask('/1.13/environments?limit=x')
  emulator.faults.add({ operation: 'products.list', status: 503 })
  emulator.scenarios.add('short-pages')
  emulator.deviations.add('reference-prefixed')
  emulator.setConventions({ listEnvelope: 'items' })
  emulator.clock.advance('366d')
  await goTo('requests?open=1')
  await page.getByRole('button', { name: 'Copy as curl' }).waitFor()
  await page.getByRole('button', { name: /^Back to normal/ }).waitFor()
  const cut = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('.top :is(a, button, select), .pane-head button')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth || element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent)`,
  )
  expect(cut).toEqual([])
})

it('adds a fault by a tile and as JSON, and shows why it is refused', async () => {
  const { page, emulator, ask, goTo } = await open()
  await goTo('faults')
  await page.getByRole('button', { name: /^Unavailable/ }).click()
  await page.getByText('{"status":503,"retryAfter":1').waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => emulator.faults.pending.length).toBe(0)
  await page.getByText('Any other fault').click()
  const form = page.getByRole('form', { name: 'New fault' })
  const json = form.getByRole('textbox')
  for (const [text, why] of [
    ['{', /^must be JSON: /],
    ['[]', 'must be an object of JSON'],
    ['{"operation":"environments.lst","status":503}', /did you mean environments.list/],
  ] as const) {
    await json.fill(text)
    await form.getByRole('button', { name: 'Add' }).click()
    await form.getByText(why).waitFor()
  }
  await json.fill('{"operation":"environments.list","status":503,"times":2}')
  await form.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => emulator.faults.pending.length).toBe(1)
  expect((await ask('/1.13/environments')).status).toBe(503)
  await page.getByText('{"operation":"environments.list","status":503').waitFor()
})

it('plays scenarios, activates deviations and changes conventions, and goes back to normal', async () => {
  const { page, emulator, goTo } = await open()
  await goTo('faults')
  // A checkbox shows the choice while its change is under way, whatever is rendered again.
  const checked = Promise.withResolvers<void>()
  await page.route('**/_emulator/scenarios', (route) =>
    route.request().method() === 'PUT' ? checked.promise.then(() => route.continue()) : route.continue(),
  )
  await page.getByLabel('token-expires-mid-walk').check()
  for (let polls = 0; polls < 2; polls++) await page.waitForResponse(/_emulator\/faults$/)
  expect(await page.getByLabel('token-expires-mid-walk').isChecked()).toBe(true)
  checked.resolve()
  await page.getByText('Playing: token-expires-mid-walk.').waitFor()
  await page.getByLabel('Find').fill('slow-answer')
  await page.getByLabel('slow-answer: milliseconds until the answer').fill('50')
  await page.getByLabel('slow-answer: milliseconds until the answer').press('Enter')
  await expect.poll(() => emulator.scenarios.names).toEqual(['token-expires-mid-walk', 'slow-answer=50'])
  await goTo('deviations')
  await page.getByLabel('Find').fill('reference-prefixed')
  await page.getByLabel('The project of an environment is answered with a prefix.').check()
  await expect.poll(() => emulator.deviations.active.map(({ name }) => name)).toEqual(['reference-prefixed'])
  await page.getByRole('button', { name: 'Deactivate all' }).click()
  await expect.poll(() => emulator.deviations.active).toEqual([])
  await goTo('conventions')
  await page.getByText('Every convention has its default.').waitFor()
  await page.getByLabel(/^listEnvelope /).selectOption('items')
  await page.getByText('1 differ from their defaults.').waitFor()
  expect(emulator.conventions.listEnvelope).toBe('items')
  const template = page.getByLabel('Another value for objectEnvelope')
  // A string that is written while another one is under way stays.
  const sent = Promise.withResolvers<void>()
  await page.route('**/_emulator/conventions', async (route) => {
    if (route.request().method() !== 'PUT') return await route.continue()
    const response = await route.fetch()
    await sent.promise
    await route.fulfill({ response })
  })
  await template.fill('{"result":"$item"}')
  await template.press('Enter')
  await expect.poll(() => emulator.conventions.objectEnvelope).toEqual({ result: '$item' })
  await template.fill('{"result":"$items"}')
  sent.resolve()
  await page.getByText('2 differ from their defaults.').waitFor()
  await template.press('Enter')
  await page.getByText(/has an unknown hole \$items; did you mean \$item\?/).waitFor()
  await page.getByLabel('Only what differs').check()
  await page.getByRole('button', { name: 'Use the default' }).first().click()
  await expect.poll(() => emulator.conventions.listEnvelope).toBe('data')
  emulator.faults.add({ operation: 'products.list', status: 503 })
  const changed = page.getByRole('group', { name: 'Changes in effect' })
  for (const name of ['1 fault pending', '1 convention', '2 scenarios'])
    await changed.getByRole('link', { name }).waitFor()
  await page.getByRole('button', { name: 'Back to normal' }).click()
  await changed.waitFor({ state: 'detached' })
  expect([emulator.faults.pending, emulator.scenarios.names]).toEqual([[], []])
})

it('makes, opens and drops worlds', async () => {
  const { page, emulator, goTo } = await open()
  await goTo('worlds')
  for (const name of ['not a name', 'blue']) {
    await page.getByLabel('New world').fill(name)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText(name === 'blue' ? 'blue' : /A world's name has/).waitFor()
  }
  const { data } = emulator.worlds.use('blue')
  data.removeAll('flows')
  const card = page.getByRole('listitem').filter({ hasText: 'blue' })
  await card.getByRole('link', { name: 'Open' }).click()
  await page.getByRole('link', { name: 'Data' }).click()
  await page.getByLabel('Collection').selectOption('flows')
  await page.getByText('0 records').waitFor()
  await page.getByRole('link', { name: 'Worlds' }).click()
  await card.getByRole('button', { name: 'Drop' }).click()
  await card.getByRole('button', { name: 'Drop it with its data' }).click()
  await expect.poll(() => emulator.worlds.names).not.toContain('blue')
})

it('copies and revokes credentials', async () => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] }
  const { page, emulator, ask, goTo } = await open({ context })
  await goTo('clock?kind=personalAccessToken')
  await page.getByRole('button', { name: 'Copy secret' }).click()
  await page.getByText('Copied.', { exact: true }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(emulator.credentials.token)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke it now' }).click()
  await page.getByText('0 credentials').waitFor()
  expect((await ask('/1.13/environments')).status).toBe(401)
})

it('creates a record with what the list is filtered by, and follows relations in both directions', async () => {
  const { page, emulator, goTo } = await open()
  const project = emulator.data.insert('projects', { name: 'Relations' })
  await goTo('data?collection=flows&where.project_id=prj')
  await page.getByText(/can match: project_id must be an id/).waitFor()
  await goTo(`data?collection=flows&where.project_id=${project.id}`)
  await page.getByText(/^0 of/).waitFor()
  await page.getByRole('button', { name: 'New record' }).click()
  const form = page.getByRole('form', { name: 'New record' })
  const json = form.getByRole('textbox')
  await expect.poll(() => json.inputValue()).toContain(`"project_id": "${project.id}"`)
  await json.fill(`{"project_id":"${project.id}","name":"Made here","id":"x"}`)
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByText(/id must be a bare id/).waitFor()
  await json.fill(`{"project_id":"${project.id}","name":"Made here"}`)
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Made here' }).waitFor()
  expect(emulator.data.find('flows', { where: { name: 'Made here' } })).toMatchObject([{ project_id: project.id }])
  await page.getByRole('link', { name: 'Relations' }).click()
  await page.getByRole('heading', { name: 'Relations' }).waitFor()
  await page.getByRole('link', { name: '1 record by project_id' }).click()
  await page.getByText(/^1 of .* records$/).waitFor()
})

it('changes the members that were edited, leaves those that others change meanwhile, and removes none', async () => {
  const { page, emulator, goTo } = await open()
  const { id } = emulator.data.insert('flows', { name: 'Before', status: 'draft' })
  await goTo(`data?collection=flows&open=${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('form', { name: `Edit ${id}` })
  const json = form.getByRole('textbox')
  const before = await json.inputValue()
  await json.fill(before.replace('"Before"', '"Mine"'))
  await page.getByRole('link', { name: 'Clock' }).click()
  emulator.data.update('flows', id, { status: 'active' })
  await page.goBack()
  await expect.poll(() => json.inputValue()).toContain('"Mine"')
  const { name: _name, ...others } = JSON.parse(before) as Readonly<Record<string, unknown>>
  await json.fill(JSON.stringify(others))
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('name cannot be removed; give it a value.').waitFor()
  await json.fill(before.replace('"Before"', '"Mine"'))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => emulator.data.get('flows', id)).toMatchObject({ name: 'Mine', status: 'active' })
})

it('keeps what was not saved, whatever is clicked, and asks before a reload loses it', async () => {
  const { page, emulator, goTo } = await open()
  const { id, created_at: _created, ...members } = emulator.data.insert('flows', { name: 'Edited flow' })
  const textWith = (name: unknown) => JSON.stringify({ ...members, name })
  await goTo('data?collection=flows')
  const row = page.getByRole('row').filter({ hasText: 'Edited flow' })
  await row.click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('form', { name: `Edit ${id}` })
  const json = form.getByRole('textbox')
  await json.fill(textWith('Unsaved'))
  const elsewhere = async () => {
    await page.getByRole('link', { name: 'Clock' }).click()
    await page.goBack()
  }
  for (const leave of [() => page.goBack().then(() => row.click()), elsewhere]) {
    await leave()
    await expect.poll(() => json.inputValue()).toBe(textWith('Unsaved'))
  }
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect.poll(() => json.inputValue()).toContain('Edited flow')
  await json.fill(textWith(3))
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('must be a text').first().waitFor()
  await json.fill(textWith('Saved'))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => emulator.data.get('flows', id)?.name).toBe('Saved')
  await page.getByRole('link', { name: 'Clock' }).click()
  await page.getByLabel(/^Advance by/).fill('90')
  await page.getByRole('link', { name: 'Conformance' }).click()
  const target = {
    name: 'target.yaml',
    mimeType: 'text/plain',
    buffer: Buffer.from('baseUrl: http://127.0.0.1:1\ncredentials: { token: "${TOKEN}" }'),
  }
  await page.getByLabel('Choose file').setInputFiles(target)
  const token = page.getByLabel('TOKEN', { exact: true })
  expect(await token.getAttribute('type')).toBe('password')
  await token.fill('s3cret')
  await page.getByRole('link', { name: 'Clock' }).click()
  await expect.poll(() => page.getByLabel(/^Advance by/).inputValue()).toBe('90')
  await page.getByRole('link', { name: 'Conformance' }).click()
  await expect.poll(() => token.inputValue()).toBe('s3cret')
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('s3cret')
  page.removeAllListeners('dialog')
  const asked = page.waitForEvent('dialog')
  page.once('dialog', (dialog) => void dialog.dismiss())
  await page.reload({ timeout: 1000 }).catch(() => undefined)
  expect((await asked).type()).toBe('beforeunload')
  await token.fill('')
})
