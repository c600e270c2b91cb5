// The main flows once in Firefox: clicks and keys of the browser itself, not of a script.
import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { serve } from '../../emulator/serve/serve.ts'
import { installDebian } from '../debian.ts'
import { launchFirefox } from './firefox.ts'

const missing = installDebian({ 'firefox-esr': 'firefox-esr' })

describe.skipIf(missing !== undefined)(`the console in Firefox${missing ? ` (${missing})` : ''}`, () => {
  it('finds, reads, breaks, edits, sorts and goes back to normal, by clicks and by keys', async () => {
    const emulator = createEmulator({ clock: '2026-03-01T12:00:00Z' })
    const server = await serve(emulator, { port: 0 })
    const { version, page, close } = await launchFirefox()
    try {
      await page.setSize(1400, 800)
      const headers = { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' }
      const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, { headers, ...init })
      await page.goto(`${server.url}/_emulator/`)
      await page.see('No requests yet')
      await ask('/1.13/environments')
      await ask('/1.13/resources?status=odd')
      await ask('/1.13/projects', { method: 'POST', body: '{"nam":"Mine"}' })
      await page.until("document.querySelectorAll('.table-row').length === 3")
      await page.press('/')
      await page.press('4xx resour')
      await page.see('1 found.')
      await page.click('.table-row')
      await page.see('An invalid enum value returns 400.')
      await page.click('button', '503')
      await expect.poll(() => emulator.faults.pending.length).toBe(1)
      await page.see('1 fault pending')
      await page.press('Escape')
      await page.until("document.querySelector('.pane') === null")
      await page.click('.chip', 'problems')
      await page.click('.table-row')
      await page.see('Send again')
      await page.press('e')
      await page.until("document.activeElement.tagName === 'INPUT'")
      await page.click('button', 'Send again')
      await page.see('Compared with')
      // The fault was the answer to this one.
      expect(emulator.faults.pending.length).toBe(0)
      await page.click('.nav a', 'Faults')
      await page.click('.tile', 'Token expires')
      await expect.poll(() => emulator.scenarios.names).toEqual(['token-expires-at-request=1'])
      await page.click('.changed button')
      await expect.poll(() => emulator.scenarios.names).toEqual([])
      await page.click('.nav a', 'Data')
      await page.see('290 records')
      await page.click('.sort', 'name')
      await page.until("document.querySelector('[aria-sort=ascending]') !== null")
      await page.click('.table-row')
      await page.see('Copy id')
      await page.press('?')
      await page.until("document.querySelector('dialog[open]') !== null")
      await page.press('Escape')
      await page.click('.nav a', 'Time line')
      await page.see('2 problems')
      await page.setSize(390, 800)
      for (const link of await page.evaluate<string[]>(
        "[...document.querySelectorAll('.nav a')].map(({ hash }) => hash)",
      )) {
        await page.evaluate(`(location.hash = ${JSON.stringify(link)})`)
        await page.until("document.querySelector('main h1') !== null")
        expect([link, await page.evaluate('document.documentElement.scrollWidth > innerWidth')]).toEqual([link, false])
      }
      console.log(`console: the main flows work in Firefox ${version}`)
    } finally {
      await close()
      await server.close()
    }
  })
})
