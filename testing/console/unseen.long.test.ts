// Names that turn what is read, in every view of the console.
import { expect, it } from 'vitest'
import { consoleScene, json } from './console-scene.ts'
import { openPage, settled, viewLinks } from './watched-page.ts'

const scene = consoleScene()
const turning = '\u202e\u2066\u2067\u2068\u2069\u061c\u200e\u200f\u200b\u2060\ufeff\u{e0041}'
const hidden = /(?! )[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

it('shows by their code points the characters that turn a text or that nobody sees', async () => {
  const { emulator, server, ask } = scene
  const name = `safe ${turning}`
  const [project] = ['projects', 'flows', 'catalogs'].map((kind) => emulator.data.insert(kind as 'projects', { name }))
  const product = emulator.data.insert('configurations', {
    scope_type: 'project',
    scope_id: project!.id,
    value: { name },
  })
  emulator.faults.add({ operation: 'products.list', body: { name }, times: 3 })
  await ask('/1.13/projects', { method: 'POST', headers: json, body: JSON.stringify({ name, [name]: name }) })
  await ask(`/1.13/projects?${encodeURIComponent(name)}=${encodeURIComponent(name)}`, { headers: { 'x-name': 'a' } })
  await ask(`/1.13/resources?status=${encodeURIComponent(name)}`)
  const { page } = await openPage(scene.browser)
  await page.goto(`${server.url}/_emulator/`)
  const links = await viewLinks(page)
  const seen: string[] = []
  for (const link of [
    ...links,
    '#/requests?open=1',
    '#/requests?open=2',
    '#/requests?open=3',
    `#/data?collection=projects&open=${project!.id}`,
    `#/data?collection=configurations&open=${product.id}`,
  ]) {
    await page.goto(`${server.url}/_emulator/${link}`)
    await page.reload()
    await settled(page)
    const texts = `[...document.querySelectorAll('[title], [aria-label], textarea')]
      .flatMap((element) => [element.title, element.ariaLabel, element.value].filter((text) => typeof text === 'string'))`
    const text = (await page.evaluate(`[document.body.textContent, ...${texts}].join(' ')`)) as string
    expect({ link, hidden: hidden.exec(text.replaceAll(/[\n\t]/g, ' '))?.[0] }).toEqual({ link, hidden: undefined })
    if (text.includes('U+202E')) seen.push(link)
  }
  expect(seen).toEqual(
    expect.arrayContaining([
      '#/requests',
      '#/requests?open=1',
      '#/faults',
      '#/data?collection=projects&open=' + project!.id,
    ]),
  )
})
