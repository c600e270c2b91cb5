import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// The baseline: a server that only writes a known answer as JSON.
const { answer } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const server = createServer((_request, response) => {
  const text = JSON.stringify(answer)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
})
server.listen(Number(process.argv[3]), '127.0.0.1')
