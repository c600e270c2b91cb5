import { expect, it } from 'vitest'
import { blocksForm } from './form-policy.ts'
import { pageFollower } from './page-follower.ts'
import type { BrowserView } from './web-browser.ts'

type Answer = readonly [status: number, body: string, headers?: Readonly<Record<string, string>>]

/** Opens the first of some pages, by their paths; `asked` has a line for each request. */
async function open(pages: Readonly<Record<string, Answer>>, origins: readonly string[] = []) {
  const asked: string[] = []
  const follower = pageFollower(async (request) => {
    const { pathname, search } = new URL(request.url)
    const { method, headers, body = '' } = request
    asked.push([method, `${pathname}${search}`, headers['cookie'], body].filter(Boolean).join(' '))
    const [status, text, more = {}] = pages[pathname] ?? [404, 'Not found']
    const type = { 'content-type': 'text/html; charset=utf-8', ...more }
    return { request, response: { status, headers: type, text, json: undefined }, startedAt: 0, durationMs: 0 }
  })
  const tab = await follower.open(`http://shop.test${Object.keys(pages)[0]}`, { timeout: 1000, origins })
  return { asked, tab, view: await tab.view() }
}

it('sees what a person sees', async () => {
  const { view } = await open({
    '/': [
      200,
      `<!doctype html><title>No</title><style>p{}</style><body><h1>Connect <b>Sh</b>op</h1><p hidden>no</p>
       <noscript>no</noscript><p style="display: none">no</p><input type=hidden name=a><input name=mail><input value=x>
       <a href=/back>Back</a><a>no link</a><button disabled>Off</button><form><button>Allow &amp; go</button>
       <input type=submit value=Send><input type=image alt=Picture><div role=button aria-label=Close>x</div></form>`,
    ],
  })
  expect(view).toMatchObject<Partial<BrowserView>>({
    status: 200,
    method: 'GET',
    text: 'Connect Shop Backno link Off Allow & go x',
    fields: ['text'],
    controls: [
      { name: 'Back', kind: 'link' },
      { name: 'Allow & go', kind: 'button' },
      { name: 'Send', kind: 'button' },
      { name: 'Picture', kind: 'button' },
      { name: 'Close', kind: 'button' },
    ],
    isScripted: false,
  })
})

const fields = `<input name=a value="1 & 2"><input type=checkbox name=b checked><input type=checkbox name=c>
  <input type=radio name=d value=x><input type=radio name=d value=y checked><select name=e><option>p<option selected>q</select>
  <textarea name=f>é</textarea><input name=g disabled value=no><input value=nameless>`

it.each([
  ['<form method=post action=go>', 'name=ok value=1', 'POST /pages/go a=1+%26+2&b=on&d=y&e=q&f=%C3%A9&ok=1'],
  ['<form action=/go?old=1>', '', 'GET /go?a=1+%26+2&b=on&d=y&e=q&f=%C3%A9'],
  [
    '<form>',
    'formmethod=post formaction=/other formenctype=text/plain',
    'POST /other a=1 & 2\r\nb=on\r\nd=y\r\ne=q\r\nf=é\r\n',
  ],
])('sends a form as a browser does: %s', async (form, button, line) => {
  const { tab, asked } = await open({ '/pages/one': [200, `${form}${fields}<button ${button}>Go</button></form>`] })
  await tab.press(0)
  expect(asked.at(-1)).toBe(line)
})

it('follows redirects with their methods, refreshes, links and cookies', async () => {
  const { tab, view, asked } = await open({
    '/a': [302, '', { location: '/b', 'set-cookie': 's=1; Path=/; Expires=Wed, 01 Jan 2031 00:00:00 GMT, t=2' }],
    '/b': [200, '<meta http-equiv=refresh content="0; url=/c">'],
    '/c': [200, '<form method=post action=/d><button>Yes</button></form><a href="/g">Later</a>'],
    '/d': [307, '', { location: '/e' }],
    '/e': [303, '', { location: '/f', 'set-cookie': 't=; Max-Age=0' }],
    '/f': [200, 'Done'],
  })
  expect(view.url).toBe('http://shop.test/c')
  expect(await tab.press(0)).toMatchObject({ url: 'http://shop.test/f', method: 'GET', text: 'Done' })
  expect(asked).toEqual([
    'GET /a',
    'GET /b s=1; t=2',
    'GET /c s=1; t=2',
    'POST /d s=1; t=2',
    'POST /e s=1; t=2',
    'GET /f s=1',
  ])
})

it('sends requests only to the named origins', async () => {
  const pages = { '/': [302, '', { location: 'https://login.test/in' }] } as const
  const { view, asked } = await open(pages)
  expect(view).toMatchObject({
    url: 'https://login.test/in',
    status: undefined,
    refused: [{ origin: 'https://login.test', isNecessary: true }],
  })
  expect(asked).toEqual(['GET /'])
  expect((await open(pages, ['https://login.test'])).asked).toEqual(['GET /', 'GET /in'])
})

it.each(['javascript:alert(1)', 'mailto:a@b.test', 'ftp://shop.test/', '#top'])('opens no link to %s', async (href) => {
  const { tab, asked } = await open({ '/': [200, `<a href="${href}">Allow</a><script>x</script>`] })
  expect(await tab.press(0)).toMatchObject({ url: 'http://shop.test/', isScripted: true })
  expect(asked).toHaveLength(1)
})

it('stops at endless redirects', async () => {
  const { view, asked } = await open({
    '/': [200, '<a href=/loop>Allow</a>'],
    '/loop': [302, '', { location: '/loop' }],
  })
  expect(view.errors).toEqual([])
  const { tab } = await open({ '/': [200, '<a href=/loop>Allow</a>'], '/loop': [302, '', { location: '/loop' }] })
  expect((await tab.press(0)).errors).toMatchObject([{ kind: 'failed', text: 'more than 20 redirects' }])
  expect(asked).toHaveLength(1)
})

it.each([
  ["form-action 'none'", true],
  ["default-src 'none'", false],
  ["default-src 'none'; form-action 'self'", false],
  ['form-action https://other.test', true],
  ['form-action http://*.test http:', false],
  ['form-action shop.test:80/go', false],
  ['form-action shop.test/no', true],
  ['sandbox allow-scripts', true],
  ['sandbox allow-forms', false],
])('reads whether the policy %s blocks a form: %s', (policy, isBlocked) => {
  expect(blocksForm([policy], new URL('http://shop.test/go'), 'http://shop.test/page')).toBe(isBlocked)
})
