import { expect, it } from 'vitest'
import { askService, insertConnection, servicesEmulator } from '../../../testing/emulator/services.ts'

// holds: services.validated
it('reports every fault of a body at its JSON pointer given a body that does not fit', async () => {
  const emulator = servicesEmulator()
  const { status, body, headers } = await askService(
    emulator,
    'POST',
    `/services/${insertConnection(emulator, 'shop')}/create-order`,
    {
      email: 'nobody',
      currency: 'XXX',
      items: [
        { sku: 'SKU-1', quantity: 0 },
        { sku: '', quantity: 1.5, colour: 'red' },
      ],
    },
  )
  expect(status).toBe(400)
  expect(headers.get('x-emulator-requirement')).toBe('services.validated')
  expect(body.error.details.map(({ at }: { at: string }) => at).sort()).toEqual([
    '/currency',
    '/customer',
    '/email',
    '/items/0/quantity',
    '/items/1/colour',
    '/items/1/quantity',
    '/items/1/sku',
  ])
  expect(body.error.details.find(({ at }: { at: string }) => at === '/currency').allowed).toEqual(['EUR', 'USD', 'GBP'])
})

it('answers 400 for a malformed id in a body, even when refused input is 422', async () => {
  const emulator = servicesEmulator({ conventions: { refusedStatus: 422 } })
  const shop = insertConnection(emulator, 'shop')
  expect((await askService(emulator, 'POST', `/services/${shop}/retrieve-order`, { id: 'nothing' })).status).toBe(400)
  expect((await askService(emulator, 'POST', `/services/${shop}/retrieve-order`, {})).status).toBe(422)
})
