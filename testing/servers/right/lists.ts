// Right servers with other data, and other limits of their lists.
import type { RightServer } from './right-server.ts'
import { type Choices, openService } from './service/open-service.ts'
import { base62 } from './service/usual-policy.ts'

const namesInOtherScripts = ['木製テーブル', 'מנורה כחולה', 'Стул красный', '🪑 Chair', 'café ẞtraße']

const listed = (name: string, description: string, choices: Choices, decided?: number): RightServer => ({
  name,
  description,
  make: () => openService(choices, { withHooks: true }),
  ...(decided === undefined ? {} : { decided }),
})

const many = (count: number) => ({ product: count, environment: count, resource: count, event: count, group: count })

/** Right servers with other data, and other limits of their lists. */
export const listServers: readonly RightServer[] = [
  listed('limits above 50 refused', 'Clause 8: the maximum of limit is not shown.', {
    limit: { most: 50, above: 400 },
  }),
  listed('limits above 25 refused by 422', 'The same, as by FastAPI.', { limit: { most: 25, above: 422 } }),
  listed('limits above 5 quietly lowered', 'The same; the page is smaller than asked for.', {
    limit: { usual: 5, most: 5, above: 'clamp' },
  }),
  listed('empty lists', 'A new account.', { data: { counts: many(0) } }, 120),
  listed('lists of one record', 'A small account.', { data: { counts: many(1) } }, 120),
  listed(
    'lists of one page',
    'All records fit the default page.',
    { data: { counts: many(9) }, linkPageSize: 100 },
    140,
  ),
  listed('lists of four hundred records', 'A large account.', { data: { counts: many(400) }, linkPageSize: 100 }),
  listed('names with commas, per cent and underscores', 'Clause 4.5.2: exact match, whatever the value is.', {
    data: {
      names: ['Desk, Small', '100% Wool Rug', 'lamp_v2', 'Größe L, "Extra"', "O'Neil & Söhne", 'a+b=c?'],
      brands: ['Müller, Sohn & Co', 'İstanbul', '50%', 'x_y', 'Łódź'],
      categories: ['a,b', 'c&d=e', '100% cotton', 'x;y'],
    },
  }),
  listed('names in other scripts', 'Fields have no stated alphabet.', {
    data: {
      names: namesInOtherScripts,
      brands: ['アクメ', 'Нордвинд', 'Ωmega', 'naïve'],
      categories: ['Лампы', 'ΟΔΟΣ', 'ǅungla'],
    },
  }),
  listed('one brand, one category, one status', 'A shop with one supplier.', {
    data: { brands: ['Acme'], categories: ['Lamps'], statuses: ['active'] },
  }),
  listed('enum values with blanks and signs', 'Clause 4.5.4 gives the values no form.', {
    data: { statuses: ['in-stock', 'sold out', 'n/a', 'on (order)', 'UPPER', 'active'] },
  }),
  listed('enum values without the example', 'Clause 3: active is an example.', {
    data: { statuses: ['1', '2', '10'] },
  }),
  listed('environments without pages', 'Clause 4.6 does not say which lists take limit.', {
    paged: ['product', 'resource'],
  }),
  listed('products alone with pages', 'The same.', { paged: ['product'], token: { paged: false } }),
  listed('no search', 'Clause 4.5.3: some endpoints accept it.', { search: undefined }),
  listed('ids of whole seconds that jump', 'Clause 2.1: a timestamp, then whatever keeps the order.', {
    id: (now, serial) => base62(Math.floor(now / 1000), 6) + base62(serial * serial * 13 + 7, 8) + base62(serial, 13),
  }),
  listed('ids that differ in their last characters alone', 'The timestamp is coarse: a day.', {
    id: (now, serial) => base62(Math.floor(now / 86_400_000), 3) + '0'.repeat(18) + base62(serial, 6),
  }),
  listed('ids near the end of their range', 'Nothing says where the timestamp begins.', {
    id: (now, serial) => `zz${base62(Math.floor(now), 8)}${base62(serial * 61, 6)}${'z'.repeat(11)}`,
  }),
  listed('pages of one event', 'Clause 8: the legacy page size is not a contract.', { linkPageSize: 1 }),
  listed('links with attributes in another order', 'Clause 4.10.1 gives the attributes no order.', {
    link: ({ rel, url, results }) =>
      `<${url}>; cursor="${/cursor=([^&]*)/.exec(url)![1]}"; results="${results}"; title="page"; rel="${rel}"`,
  }),
  listed('a group that needs its status', 'Clause 4.9: the body is a JSON object, for example with a status.', {
    groupNeedsStatus: true,
  }),
]
