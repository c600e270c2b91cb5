// What stands open in the views, by axe: forms with errors, opened records, verdicts and answers, with hostile names.
import { expect, it } from 'vitest'
import { overflows, violationsInBothSchemes } from './watched-page.ts'
import { withBrowser } from './with-browser.ts'

const open = withBrowser()
const hostile = `<script>window.hacked = 1</script>\u202E\u05D0${'x'.repeat(10_000)}`

it.each([390, 1400])('has no fault that axe finds in what is open, at %i pixels, light and dark', async (width) => {
  const context = { viewport: { width, height: 800 }, colorScheme: 'light' } as const
  const { page, emulator, url, goTo } = await open({ context, deviations: ['reference-prefixed'] })
  const { id } = emulator.data.insert('flows', { name: hostile })
  const found: Record<string, unknown> = {}
  const look = async (name: string) => {
    const [violations, isWide] = [await violationsInBothSchemes(page), await overflows(page)]
    if (violations.length > 0 || isWide) found[name] = { violations, isWide }
  }

  await goTo(`data?collection=flows&open=${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('form', { name: `Edit ${id}` })
  await edit.getByLabel(/^project_id/).fill('nobody')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByRole('alert').first().waitFor()
  await look('a record with an error')

  await goTo('data?collection=configurations&new=yes')
  await page.getByLabel('value', { exact: true }).fill('{')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('must be JSON').waitFor()
  await look('a new record with an error')

  await goTo('faults')
  await page.getByText('Any other fault').click()
  await page.getByLabel('status', { exact: true }).fill('503')
  await page.getByLabel('contentType').fill(`text/plain; x=${'x'.repeat(300)}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => emulator.faults.pending.length).toBe(1)
  await look('a fault')
  emulator.faults.clear()

  await goTo('conformance')
  await page.getByRole('radio', { name: 'Another service' }).check()
  await look('the form for another service')
  await page.getByRole('radio', { name: /^A copy/ }).check()
  await page.getByLabel(/^Only these/).fill('ids.never-prefixed')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('heading', { name: 'Not conformant.' }).waitFor({ timeout: 30_000 })
  for (const summary of await page.locator('details > summary').all()) await summary.click()
  await look('verdicts')

  await goTo('client')
  await page.getByRole('button', { name: 'Watch' }).click()
  await page.getByRole('alert').waitFor()
  await look('a watch that is refused')
  await page.getByRole('button', { name: 'Deactivate all deviations, then watch' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Watch again').click()
  await page.getByLabel('Its name in reports').fill(hostile.slice(0, 200))
  await page.getByRole('button', { name: 'Watch', exact: true }).click()
  await page.getByText('Waiting for requests to').waitFor()
  await look('a watch that waits')
  await fetch(`${url}/1.13/flows?search=${encodeURIComponent(hostile)}`, {
    headers: { authorization: hostile.slice(0, 8) },
  })
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('heading', { name: 'Not conformant.' }).waitFor()
  for (const summary of await page.locator('details > summary').all()) await summary.click()
  await look('what was found about a client')

  await goTo('reference?open=flows.list')
  for (const summary of await page.locator('details > summary').all()) await summary.click()
  await page.getByRole('form', { name: 'Try it' }).getByRole('button', { name: 'Send' }).click()
  await page.getByText(/^200 · /).waitFor()
  await look('an operation that was tried')

  await goTo('requests?find=flows')
  await page.locator('.table-row').first().click()
  await page.getByText('Send again').waitFor()
  await page.getByText('Share', { exact: true }).click()
  await page.getByText('More', { exact: true }).click()
  await look('an opened request')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await look('the keys')

  const change = { method: 'POST', body: '{"advance":"1h"}', headers: { 'content-type': 'application/json' } }
  await fetch(`${url}/_emulator/clock`, change)
  await goTo('timeline')
  await page.getByRole('button', { name: 'Fork here' }).first().click()
  await look('the form of a fork')

  await page.goto(`${url}/_emulator/#/requests?world=nope`)
  await page.getByRole('heading', { name: 'No world nope' }).waitFor()
  await look('a world that is not there')

  const result = { check: 'c', requirement: 'ids.grammar', clause: '2.1', verdict: 'fail', message: hostile }
  const files = {
    journal: await (await fetch(`${url}/_emulator/requests`)).text(),
    snapshot: JSON.stringify(emulator.snapshot()),
    report: JSON.stringify({ conformant: false, summary: { fail: 1 }, results: [result] }),
    nothing: '[]',
  }
  for (const [name, text] of Object.entries(files)) {
    await goTo('file')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: `${name}.json`, mimeType: 'application/json', buffer: Buffer.from(text) })
    if (name === 'nothing') await page.getByRole('alert').waitFor()
    else await page.locator('.table-row').first().click()
    await look(`a file with a ${name}`)
  }

  expect(found).toEqual({})
  expect(await page.evaluate('window.hacked')).toBeUndefined()
})
