import { expect, it } from 'vitest'
import { compiledAhead } from './compiled-ahead.ts'

const code = `import { a } from "./a.js";
// bin/other.ts
const other = (value) => value;
// bin/chosen.ts
const early = later(1);
async function later(list) {
	return [list].map((item) => ({ item, twice() { return item * 2; } }));
}
class Kept {
	get value() { return this.of((part) => part); }
	of = function(read) { return read(1); };
}
// bin/last.ts
function last() {}
export { early, last };
`

it('puts the functions of the chosen modules in parentheses, and declarations before everything else', () => {
  expect(compiledAhead(code, ['bin/chosen.ts'])).toBe(`var later = (async function(list) {
	return [list].map(((item) => ({ item, twice() { return item * 2; } })));
});
import { a } from "./a.js";
// bin/other.ts
const other = (value) => value;
// bin/chosen.ts
const early = later(1);

class Kept {
	get value() { return this.of(((part) => part)); }
	of = (function(read) { return read(1); });
}
// bin/last.ts
function last() {}
export { early, last };
`)
})

it('refuses a module that is not in the file', () => {
  expect(() => compiledAhead(code, ['bin/gone.ts'])).toThrow(
    'There is no module bin/gone.ts among those to compile ahead; take it out of the list.',
  )
})
