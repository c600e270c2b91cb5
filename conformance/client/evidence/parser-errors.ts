/**
 * The messages of JSON parsers for a body that is not JSON. A client that reports one describes its own parser and not
 * the refusal. The messages belong to languages and libraries. An unlisted message is missed and causes no failure.
 */
const parserErrors: readonly RegExp[] = [
  // V8, which Node and Chrome use; SpiderMonkey; JavaScriptCore.
  /Unexpected token|Unexpected end of JSON input|Unexpected non-whitespace character|is not valid JSON/,
  /JSON\.parse: |JSON Parse error/,
  // Python; Go; Rust.
  /Expecting value: line \d+ column \d+|JSONDecodeError/,
  /invalid character '.{1,4}' looking for beginning of value|unexpected end of JSON input/,
  /expected value at line \d+ column \d+|EOF while parsing a value/,
  // Jackson and Gson; System.Text.Json.
  /Unexpected character \('|No content to map due to end-of-input|JsonParseException|JsonSyntaxException/,
  /is an invalid start of a value|does not contain any JSON tokens/,
  // Ruby; PHP; Swift.
  /unexpected (?:token|character|end of input)|JSON::ParserError/,
  /^Syntax error$|JsonException/,
  /couldn.t be read because it isn.t in the correct format/,
]

/** Returns true if an error that a client reported is the message of a JSON parser. */
export function isParserError(text: string): boolean {
  return parserErrors.some((expression) => expression.test(text))
}
