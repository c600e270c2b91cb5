// The connection flow in a real browser, as a person goes through it.
import { chromium } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { launchOptions } from '../../../testing/chromium.ts'
import { startServed } from '../../../testing/emulator/served-emulator.ts'

it('connects once when the person approves in two tabs at once, using only the keyboard', async () => {
  const { emulator, server } = await startServed({}, { clock: 'frozen' })
  const browser = await chromium.launch(launchOptions())
  onTestFinished(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
  const connections = () => emulator.data.count('adapter_connections')
  const before = connections()
  const headers = { authorization: `Bearer ${emulator.credentials.token}` }
  const prepared = await fetch(`${server.url}/app/shop/prepare-connect`, { method: 'POST', headers })
  const { state } = (await prepared.json()) as { state: string }
  const tabs = [await context.newPage(), await context.newPage()]
  for (const tab of tabs) {
    await tab.goto(`${server.url}/app/shop/connect?prepare_state=${encodeURIComponent(state)}`)
    expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await tab.keyboard.press('Tab')
    expect(await tab.evaluate('document.activeElement.textContent')).toBe('Approve')
  }
  await Promise.all(tabs.map((tab) => tab.keyboard.press('Enter')))
  const headings = await Promise.all(
    tabs.map(async (tab) => {
      await tab.getByText(/is connected|cannot continue/).waitFor()
      return await tab.getByRole('heading').textContent()
    }),
  )
  expect(headings.filter((text) => text?.endsWith('is connected'))).toHaveLength(1)
  // A browser sends the form again only when the person insists; the code has been used by then.
  await tabs[0]!.reload()
  await tabs[0]!.getByText('This connection cannot continue').waitFor()
  expect(connections()).toBe(before + 1)
})
