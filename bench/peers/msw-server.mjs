import { readFileSync } from 'node:fs'
import { createServer } from '@mswjs/http-middleware'
import { http, HttpResponse } from 'msw'
import { select } from './select.mjs'

const page = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const handler = http.get(page.path, ({ request }) => {
  const answer = select(page, request.headers.get('authorization'), new URL(request.url).searchParams)
  return answer ? HttpResponse.json(answer) : new HttpResponse(null, { status: 401 })
})
createServer(handler).listen(Number(process.argv[3]), '127.0.0.1')
