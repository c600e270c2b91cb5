// JSON that is right by its grammar, or nearly, and that no reader expects.
import {
  answerAlways,
  among,
  addRawMember,
  type HostileServer,
  member,
  nested,
  changeSuccessText,
} from './hostile-server.ts'

const inJson = { headers: { 'content-type': 'application/json' } }
const id = '2rFUBOcdFhipGcFiVyOoNqKKXnZ'

const alwaysAnswering = (body: string) => answerAlways(() => new Response(body, inJson))

/** Servers with odd JSON. */
export const oddJsonServers: readonly HostileServer[] = [
  { name: 'null among the records', wrap: among('null') },
  { name: 'a number among the records', wrap: among('17') },
  { name: 'an array among the records', wrap: among('[{"id":"a"}]') },
  { name: 'a text among the records', wrap: among('"record"') },
  { name: 'true among the records', wrap: among('true') },
  { name: 'an empty object among the records', wrap: among('{}') },
  { name: 'null as the only record of every list', wrap: alwaysAnswering('{"data":[null],"has_more":true}') },
  {
    name: 'null in place of every record',
    wrap: changeSuccessText((body) => body.replaceAll(/\{"id":"[^{}]*\}/g, 'null')),
  },
  { name: 'an object 50,000 levels deep', wrap: addRawMember(`"deep":${nested('{"a":', 50_000, '}', '1')}`) },
  { name: 'a record 50,000 levels deep', wrap: among(nested('{"node":', 50_000, '}', `{"id":"${id}"}`)) },
  { name: 'arrays 50,000 levels deep', wrap: addRawMember(`"deep":${nested('[', 50_000, ']')}`) },
  { name: '200,000 arrays in each other and nothing else', wrap: alwaysAnswering(nested('[', 200_000, ']')) },
  {
    name: '50,000 objects in each other and nothing else',
    wrap: alwaysAnswering(nested('{"data":', 50_000, '}', '[]')),
  },
  {
    name: 'an array of 20,000 arrays',
    wrap: addRawMember(`"many":[${Array.from({ length: 20_000 }, () => '[]').join()}]`),
  },
  {
    name: 'numbers out of range',
    wrap: addRawMember('"a":1e999,"b":-1e999,"c":1e-999,"d":123456789012345678901234567890'),
  },
  { name: 'lifetimes out of range', wrap: member('expires_in', '1e999') },
  { name: 'a negative lifetime', wrap: member('expires_in', '-1') },
  { name: 'a lifetime in an object', wrap: member('expires_in', '{"seconds":[1]}') },
  { name: 'an expiry after the end of time', wrap: member('expires_at', '8640000000000001') },
  { name: 'an expiry in the year 300,000', wrap: member('expires_at', '"+300000-01-01T00:00:00Z"') },
  { name: 'an expiry in an object', wrap: member('expires_at', '{"at":null}') },
  { name: 'creation after the end of time', wrap: member('created_at', '1e300') },
  { name: 'members twice', wrap: changeSuccessText((body) => body.replaceAll('"id":', '"id":null,"id":')) },
  { name: 'lone surrogates in names', wrap: member('name', String.raw`"\ud800 \udfff\ud83d"`) },
  { name: 'lone surrogates in ids', wrap: member('id', String.raw`"\ud800FUBOcdFhipGcFiVyOoNqKKXnZ"`) },
  { name: 'lone surrogates in every filter', wrap: member('(?:brand|category|status)', String.raw`"\udead"`) },
  { name: 'a state code of lone surrogates', wrap: member('state', String.raw`"\ud800abcdefghijklmnop\udfff"`) },
  { name: 'an access token of lone surrogates', wrap: member('access_token', String.raw`"\ud800abcdefghijklmnop"`) },
  { name: 'an access token with a line break', wrap: member('access_token', String.raw`"abc\r\nx-evil: 1\r\n\r\n"`) },
  { name: 'an access token in an object', wrap: member('access_token', '{"a":1}') },
  {
    name: '__proto__ members',
    wrap: addRawMember(`"__proto__":{"id":"${id}","data":[null],"then":1},"constructor":null`),
  },
  { name: 'records of __proto__ members', wrap: among('{"__proto__":{"id":1,"name":null},"hasOwnProperty":1}') },
  {
    name: 'members of the names of methods',
    wrap: addRawMember('"toString":1,"valueOf":null,"toJSON":"x","then":{},"length":-1,"hasOwnProperty":false'),
  },
  { name: 'ids that are null', wrap: member('id', 'null') },
  { name: 'ids that are numbers', wrap: member('id', '12345') },
  { name: 'ids that are objects', wrap: member('id', '{"id":{"id":null}}') },
  { name: 'ids of 100 KB', wrap: member('id', `"${'x'.repeat(100_000)}"`) },
  { name: 'ids that lead elsewhere', wrap: member('id', '"../../..//evil.test/%00%ff?#"') },
  { name: 'ids with line breaks', wrap: member('id', String.raw`"a\r\nb\u0000c"`) },
  { name: 'names of 500 KB', wrap: member('name', `"${'n'.repeat(500_000)}"`) },
  { name: 'scopes that are a number', wrap: member('scopes', '7') },
  { name: 'scopes that are deep', wrap: member('scopes', nested('[', 20_000, ']')) },
  {
    name: 'has_more that is an object',
    wrap: changeSuccessText((body) => body.replaceAll(/"has_more":\w+/g, '"has_more":{"a":[]}')),
  },
  { name: 'an error of deep objects', wrap: addRawMember(`"error":${nested('{"e":', 50_000, '}', 'null')}`) },
  { name: 'a version that is an array', wrap: member('version', '[]') },
  { name: 'JSON cut in the middle', wrap: changeSuccessText((body) => body.slice(0, body.length / 2)) },
  { name: 'JSON with a comment', wrap: changeSuccessText((body) => `/* no */${body}`) },
  { name: 'JSON behind a byte order mark', wrap: changeSuccessText((body) => `\uFEFF${body}`) },
  {
    name: 'a list of 50,000 records',
    wrap: changeSuccessText((body) => body.replace(/"data":\[\{"id"/, () => manyRecords)),
  },
  {
    name: '30,000 members',
    wrap: addRawMember(Array.from({ length: 30_000 }, (_, at) => `"m${at}":{"id":${at}}`).join()),
  },
]

const manyRecords: string = `"data":[${'{"id":null},'.repeat(50_000)}{"id"`
