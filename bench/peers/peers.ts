import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PageOfProducts } from './page.ts'

/** The place of a server. */
export interface Place {
  readonly page: PageOfProducts
  readonly port: number
  /** An empty folder for its files. */
  readonly folder: string
}

/** The command that starts a server, and the request to it. */
export interface Start {
  readonly command: string
  readonly args: readonly string[]
  /** Path and query of the page. Default: those of the emulator. */
  readonly address?: string
}

/** A compared server. */
export interface Peer {
  readonly name: string
  /** The package that must be installed next to this file; undefined if none is needed. */
  readonly needs?: string
  /** The program that must be on the machine. */
  readonly tool?: string
  /** The emulator's work for this request that this server does not do. */
  readonly leaves: string
  readonly start: (place: Place) => Start
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const modulePath = (file: string): string => here(`node_modules/${file}`)
const node = process.execPath

function writePeerFile(folder: string, name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}

/** Starts one of the servers in this folder, which read their data from a file. */
const script =
  (file: string) =>
  ({ page, port, folder }: Place): Start => ({
    command: node,
    args: [here(file), writePeerFile(folder, 'page.json', page), String(port)],
  })

/** The servers, in the order of the table. The first one is the baseline. */
export const peers: readonly Peer[] = [
  {
    name: 'bare node:http',
    leaves: 'everything: it stringifies the same page for any request',
    start: script('bare-server.mjs'),
  },
  {
    name: 'this emulator',
    leaves: 'nothing: authenticated, validated, filtered, paged, journaled',
    start: ({ port, page: { products } }) => ({
      command: node,
      args: [here('../../bin/emulator.js'), 'start', '--port', String(port), '--scale', String(products.length)],
    }),
  },
  {
    name: 'Prism',
    needs: '@stoplight/prism-cli',
    leaves: 'filters and paging (one example for all), whether a token is right',
    start: ({ page, port, folder }) => ({
      command: node,
      args: [
        modulePath('@stoplight/prism-cli/dist/index.js'),
        'mock',
        writePeerFile(folder, 'openapi.json', peerOpenApi(page)),
        '--port',
        String(port),
        '--verboseLevel',
        'silent',
      ],
    }),
  },
  {
    name: 'Mockoon',
    needs: '@mockoon/cli',
    leaves: 'authentication, validation, id cursors; it filters and pages by number',
    start: ({ page, port, folder }) => ({
      command: node,
      args: [
        modulePath('@mockoon/cli/bin/run.js'),
        'start',
        '--data',
        writePeerFile(folder, 'mockoon.json', mockoonEnvironment(page)),
        '--port',
        String(port),
        '--disable-log-to-file',
      ],
      address: `${page.path}?limit=20&brand_eq=Acme&status_eq=active`,
    }),
  },
  {
    name: 'json-server',
    needs: 'json-server',
    leaves: 'authentication, validation, id cursors, the envelope; it filters and pages by number',
    start: ({ page, port, folder }) => ({
      command: node,
      args: [
        modulePath('json-server/lib/cli/bin.js'),
        '--port',
        String(port),
        '--quiet',
        writePeerFile(folder, 'db.json', { products: page.products }),
      ],
      address: '/products?_limit=20&brand=Acme&status=active',
    }),
  },
  {
    name: 'WireMock',
    needs: 'wiremock',
    tool: 'java',
    leaves: 'filters and paging (one answer for one query), validation; it compares the token',
    start: ({ page, port, folder }) => ({
      command: 'java',
      args: [
        '-cp',
        `${modulePath('wiremock/build')}/*`,
        'wiremock.Run',
        '--port',
        String(port),
        '--root-dir',
        writeWireMock(page, folder),
        '--disable-banner',
        '--no-request-journal',
        '--use-chunked-encoding',
        'never',
      ],
    }),
  },
  {
    name: 'msw, http-middleware',
    needs: '@mswjs/http-middleware',
    leaves: 'what its user does not write: here 15 lines that compare the token, filter and cut a page',
    start: script('msw-server.mjs'),
  },
  {
    name: 'emulate 0.12.2',
    needs: 'emulate',
    leaves: 'what its user does not write: here the same 15 lines in an emulator of its own',
    start: script('emulate-server.mjs'),
  },
]

function peerOpenApi({ path, query, answer }: PageOfProducts): unknown {
  const parameters = [...new URLSearchParams(query).keys()].map((name) => ({
    name,
    in: 'query',
    schema: name === 'limit' ? { type: 'integer', minimum: 1, maximum: 100 } : { type: 'string' },
  }))
  const responses = {
    200: { description: 'A page', content: { 'application/json': { schema: { type: 'object' }, example: answer } } },
    401: { description: 'Not authenticated' },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Products', version: '1' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
    paths: { [path]: { get: { parameters, responses } } },
  }
}

function mockoonEnvironment({ path, products }: PageOfProducts): unknown {
  const environment = JSON.parse(readFileSync(here('mockoon.json'), 'utf8')) as {
    routes: { endpoint: string }[]
    data: { value: string }[]
  }
  environment.routes[0]!.endpoint = path.slice(1)
  environment.data[0]!.value = JSON.stringify(products)
  return environment
}

/** Writes the folder that WireMock reads. Returns its path. */
function writeWireMock({ path, query, token, answer }: PageOfProducts, folder: string): string {
  const values = [...new URLSearchParams(query)].map(([name, equalTo]) => [name, { equalTo }])
  const mapping = {
    request: {
      method: 'GET',
      urlPath: path,
      queryParameters: Object.fromEntries(values) as unknown,
      headers: { authorization: { equalTo: `Bearer ${token}` } },
    },
    response: { status: 200, headers: { 'content-type': 'application/json' }, jsonBody: answer },
  }
  mkdirSync(join(folder, 'mappings'))
  writePeerFile(join(folder, 'mappings'), 'products.json', mapping)
  return folder
}
