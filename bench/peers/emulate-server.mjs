import { readFileSync } from 'node:fs'
import { createEmulator, defineEmulator } from 'emulate'
import { select } from './select.mjs'

const page = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const products = defineEmulator({
  name: 'products',
  state: () => ({ products: page.products }),
  setup({ app, state }) {
    app.get(page.path, (context) => {
      const { token } = page
      const query = new URL(context.req.url).searchParams
      const answer = select({ products: state.products, token }, context.req.header('authorization'), query)
      return answer ? context.json(answer) : context.json({ error: 'unauthorized' }, 401)
    })
  },
})
await createEmulator({ service: products, port: Number(process.argv[3]) })
