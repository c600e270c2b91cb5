// Causes and remedies of failures: the Services API, MCP and the legacy API.

/** The usual cause of a failure and its remedy, by requirement. */
export const serviceAdvice = {
  'services.invoke': [
    'The command is not routed, or runs for any connection.',
    'Run the command of that connection, and answer with its result as JSON.',
  ],
  'services.validated': [
    'The body is passed on as it is, or only its first level is checked.',
    'Validate the whole body against the schema that the capabilities show, before the command runs.',
  ],
  'services.capabilities': [
    'The answer lists names without schemas, or leaves commands out.',
    'Show the schema of every command of the connection.',
  ],
  'services.capabilities-own': [
    'The capabilities are those of the adapter or of the whole service.',
    'Show the commands of that one connection, and none for an id that is no connection.',
  ],
  'services.auth': [
    'The Services API stands behind another gateway.',
    'Ask for a Bearer token for commands and capabilities.',
  ],
  'services.unversioned': ['The API stands behind the version.', 'Serve /services without a version.'],
  'mcp.endpoint': [
    'The path is another one, or its answers are no JSON-RPC.',
    'Declare paths.mcp, and answer initialize with a JSON-RPC 2.0 response that has the id of the request.',
  ],
  'legacy.root': [
    'The root is not served, or its version is a number.',
    'Answer GET /0/ with 200 and an object that has version as text.',
  ],
  'legacy.root-content-type': ['A gateway or a framework sets another type.', 'Send Content-Type: application/json.'],
  'legacy.root-allow': [
    'Allow is sent with OPTIONS and 405 alone, or lists what the framework adds.',
    'Send Allow: GET, HEAD, OPTIONS with the answer to GET /0/.',
  ],
  'legacy.projects': ['The route or its trailing slash is missing.', 'Serve GET /0/projects/ with its slash.'],
  'legacy.projects-key': [
    'The query leaves out the project of the key.',
    'Answer a request with an API key with the project of that key alone.',
  ],
  'legacy.groups': [
    'The route or its trailing slash is missing, or does not read the id in the path.',
    'List the groups of the project in the path.',
  ],
  'legacy.groups-post': [
    'The body is not parsed, or its status is not stored.',
    'Read the body as JSON, and use its status.',
  ],
  'legacy.groups-post-query': [
    'The query string of a POST is not read.',
    'Read status in the query as it is read in the body.',
  ],
  'legacy.events': [
    'The route or its trailing slash is missing, or does not read the id in the path.',
    'List the events of the issue in the path.',
  ],
  'link.both-entries': [
    'Libraries leave out the entry of a page that is empty, or name it prev.',
    'Send rel=previous and rel=next with every page, the first, the last and empty ones among them.',
  ],
  'link.results': [
    'The attribute is left out, or says the same on every page.',
    'Look whether the page behind an entry has records, and write results=true or results=false.',
  ],
  'link.cursor': [
    'The attribute is left out, or has the cursor of this page.',
    'Write the same cursor into the URL and into the attribute of an entry.',
  ],
  'link.cursor-format': [
    'Cursors are opaque texts or page numbers.',
    'Write identifier, row offset and is_prev, with colons between them.',
  ],
  'link.next': [
    'The address is built from another route, or the cursor is not read.',
    'Build the address from that of the request, and begin the page at the offset of the cursor.',
  ],
  'link.complete': [
    'The offset is off by one, or the end is told one page early or never.',
    'Begin each page where the one before ended, and say results=false when nothing comes after.',
  ],
  'link.offset': ['The cursor counts pages.', 'Let the offset of rel=next grow by the size of the page.'],
  'link.previous': [
    'The cursor of rel=previous is that of this page, or leads two pages back.',
    'Lead to the records right before this page.',
  ],
  'link.polling': [
    'Pages are cached, or the cursor remembers the end of the list.',
    'Let the cursor of an empty page show records that were created since.',
  ],
} as const
