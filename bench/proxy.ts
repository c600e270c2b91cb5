import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FromServer } from './http-server.ts'
import { sendLoad } from './load.ts'
import { median, printTable } from './measure.ts'
import { markdownTable, writeResults } from './results.ts'

// Measures the time that `emulator proxy` adds to an answer: the same page of 20 products from the emulator, directly
// and through the proxy. Client, proxy and service each have a process, and rounds alternate. Each round sends few
// requests, so that all of them are recorded for the judges, which is the expensive part.
const rounds = 15
const requests = 300

const service = fork(new URL('./http-server.ts', import.meta.url))
service.send({ kind: 'emulator' })
const [{ url, token, catalogId }] = (await once(service, 'message')) as [Extract<FromServer, { url: string }>]
const shim = fileURLToPath(new URL('../bin/emulator.js', import.meta.url))
const proxy = spawn(process.execPath, [shim, 'proxy', url], { stdio: ['ignore', 'ignore', 'pipe'] })
try {
  const behind = await readPrintedAddress(proxy.stderr)
  const path = `/1.13/pulse/catalogs/${catalogId}/products?limit=20&brand=Acme&status=active`
  const headers = { authorization: `Bearer ${token}` }
  const measure = async (base: string, connections: number): Promise<number> => {
    const times: number[] = []
    const onAnswer = (milliseconds: number) => void times.push(milliseconds)
    await sendLoad({ url: base + path, headers, connections, requests, onAnswer })
    return median(times)
  }
  const rows = []
  for (const connections of [1, 16]) {
    const pairs: { readonly direct: number; readonly passed: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const direct = await measure(url, connections)
      const passed = await measure(behind, connections)
      // The first round warms up all three.
      if (round > 0) pairs.push({ direct, passed })
    }
    const direct = median(pairs.map((pair) => pair.direct))
    const passed = median(pairs.map((pair) => pair.passed))
    rows.push([String(connections), direct, passed, passed - direct])
  }
  const headings = ['connections', 'direct, ms', 'behind the proxy, ms', 'added, ms'] as const
  const title = 'The median time of a page of 20 products behind `emulator proxy`'
  printTable(title, headings, rows)
  writeResults('proxy', title, markdownTable(headings, rows))
} finally {
  proxy.kill('SIGKILL')
  service.kill()
}

/** The address that the proxy prints. */
async function readPrintedAddress(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += String(chunk)
    const address = /proxy at (\S+)/.exec(text)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`Expected the address of a proxy; got ${text}`)
}
