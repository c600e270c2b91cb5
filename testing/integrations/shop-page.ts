import type { Facts } from './scene.ts'

/** A page as users write it: products by id cursors, events by the Link header, and a form that creates a product. */
export function toShopPage({ baseUrl, token, catalogId, issueId }: Facts): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><title>Shop</title>
<h1>Shop</h1>
<ul id="products"></ul><button id="more">More products</button>
<ul id="events"></ul><button id="older">Further events</button><button id="newer">Earlier events</button>
<form><input name="name" aria-label="Name"><button>Create</button></form>
<p role="status"></p>
<script type="module">
const item = (text) => Object.assign(document.createElement('li'), { textContent: text })
const show = (id, texts) => document.getElementById(id).append(...texts.map(item))
const say = (text) => { document.querySelector('[role=status]').textContent = text }
const api = async (url, init = {}) => {
  const headers = { authorization: 'Bearer ${token}', 'content-type': 'application/json' }
  const response = await fetch(url, { ...init, headers })
  if (!response.ok) throw new Error((await response.json()).error.message)
  return response
}
const products = '${baseUrl}/1.13/pulse/catalogs/${catalogId}/products'
let last
async function more() {
  const cursor = last ? '&starting_after=' + last : ''
  const page = await (await api(products + '?limit=20' + cursor)).json()
  last = page.data.at(-1)?.id
  show('products', page.data.map(({ name }) => name))
  document.getElementById('more').disabled = !page.has_more
}
const links = {}
async function turn(url) {
  const response = await api(url)
  const entries = response.headers.get('link').matchAll(/<([^>]+)>; rel="(\\w+)"; results="(\\w+)"/g)
  for (const [, href, rel, results] of entries) links[rel] = results === 'true' ? href : undefined
  document.getElementById('events').replaceChildren()
  show('events', (await response.json()).map(({ name }) => name))
  document.getElementById('older').disabled = !links.next
  document.getElementById('newer').disabled = !links.previous
  say('Events ' + url.split('cursor=')[1])
}
const safely = (action) => async (event) => {
  event?.preventDefault()
  try { await action() } catch (error) { say(error.message) }
}
document.getElementById('more').onclick = safely(more)
document.getElementById('older').onclick = safely(() => turn(links.next))
document.getElementById('newer').onclick = safely(() => turn(links.previous))
document.querySelector('form').onsubmit = safely(async () => {
  const body = JSON.stringify({ name: document.querySelector('input').value })
  const created = await (await api(products, { method: 'POST', body })).json()
  say('Created ' + created.name)
})
await safely(async () => {
  await more()
  await turn('${baseUrl}/0/issues/${issueId}/events/')
})()
</script>
</html>`
}
