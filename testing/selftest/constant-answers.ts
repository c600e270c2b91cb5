// Servers that answer every request in the same way. No check about behaviour may pass against them.

const json =
  (body: string, status = 200) =>
  () =>
    new Response(body, { status, headers: { 'content-type': 'application/json' } })

/** The answers by what they are. */
export const constantAnswers: Readonly<Record<string, (request: Request) => Response>> = {
  '200 {}': json('{}'),
  '200 []': json('[]'),
  '200 null': json('null'),
  '204': () => new Response(null, { status: 204 }),
  '400': json('{"error":"bad"}', 400),
  '401': json('{"error":"unauthenticated"}', 401),
  '403': json('{"error":"forbidden"}', 403),
  '404': json('{"error":"not found"}', 404),
  '415': json('{"error":"media type"}', 415),
  '500': json('{"error":"broken"}', 500),
  'an HTML page': () =>
    new Response('<!doctype html><title>get</title><p>Welcome', { headers: { 'content-type': 'text/html' } }),
  'an empty body': () => new Response(null, { status: 200 }),
  'a redirect to itself': (request) => new Response(null, { status: 302, headers: { location: request.url } }),
}

/** A list of one record. It is a right answer to requests for some lists. */
export const oneRecord: (request: Request) => Response = json(
  '[{"id":"2rFUBOcdFhipGcFiVyOoNqKKXnZ","name":"a","status":"active"}]',
)
