// Links and files of strangers, opened in the console.
import { expect, it } from 'vitest'
import { consoleScene } from './console-scene.ts'
import { openPage } from './watched-page.ts'

const scene = consoleScene()

it.each([
  '../../~evil/0/',
  '..',
  '%2e%2e/%2e%2e/~evil/0/',
  '../worlds',
  '__proto__',
  '<img src=x>',
  "javascript:alert('x')",
])('asks for no other path given a link to the record %s', async (id) => {
  const { page, said } = await openPage(scene.browser)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${scene.server.url}/_emulator/#/data?collection=projects&open=${encodeURIComponent(id)}`)
  await page.getByRole('region', { name: 'Record' }).getByRole('alert').waitFor()
  const others = asked.filter(
    (path) => !/^\/_emulator\/($|data|collections$|records\/[^/]*$|worlds$|state$|openapi|api\/)/.test(path),
  )
  expect([others, scene.emulator.worlds.names, said]).toEqual([[], ['default'], []])
})

it('says that it cannot show a file that holds what no view expects, and goes on with the next', async () => {
  const { ask, server } = scene
  await ask('/0/')
  const { requests } = (await (await ask('/_emulator/requests')).json()) as { requests: object[] }
  const { page } = await openPage(scene.browser)
  await page.goto(`${server.url}/_emulator/`)
  await page.waitForSelector('.table-row')
  const drop = (value: unknown) =>
    page.evaluate(`{
      const files = new DataTransfer()
      files.items.add(new File([${JSON.stringify(JSON.stringify(value))}], 'journal.json'))
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }))
    }`)
  await drop({ requests: [{ ...requests[0], path: null }] })
  await page.getByText('is JSON of another kind').waitFor()
  const main = page.locator('#main')
  const failed = main.getByText('This view cannot show what it was given')
  const wrong = { requests: [{ ...requests[0], refusal: { code: 'x', message: null } }] }
  await drop(wrong)
  await page.getByRole('row', { name: '/0/' }).click()
  await failed.waitFor()
  await drop({ requests })
  await page.getByRole('row', { name: '/0/' }).click()
  await page.getByRole('region', { name: 'Request 1' }).waitFor()
  expect(await failed.count()).toBe(0)
  // Now with the request opened.
  await drop(wrong)
  await failed.waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('row', { name: '/0/' }).waitFor()
})
