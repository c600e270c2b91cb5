#!/usr/bin/env node
// This file uses only the syntax of Node 12, so that an old Node can print which version is required.
const needed = [22, 12]
const version = process.versions.node
const [major, minor] = version.split('.').map(Number)

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    'emulator needs Node ' +
      needed.join('.') +
      ' or newer; this is Node ' +
      version +
      '. Install it from https://nodejs.org, or run: npx -p node@24 -p @platform-data/emulator emulator',
  )
  process.exitCode = 2
} else {
  // The compile cache halves the time of a start. Importing builtins would take longer. Deno has no such cache.
  const modules = process.getBuiltinModule('module')
  if (modules.enableCompileCache) modules.enableCompileCache()
  const fs = process.getBuiltinModule('fs')
  const root = process.getBuiltinModule('url').fileURLToPath(new URL('..', import.meta.url))
  import(fs.existsSync(root + 'bin/main.ts') && !isBuilt(fs, root) ? './main.ts' : '../dist/main.js').then(
    function (main) {
      return main.run(process.argv.slice(2))
    },
  )
}

// Returns true if dist/ was built from the current sources. It starts three times as fast.
function isBuilt(fs, root) {
  try {
    return JSON.parse(fs.readFileSync(root + 'dist/sources.json', 'utf8')).every(function (source) {
      const stat = fs.statSync(root + source[0])
      return stat.size === source[1] && stat.mtimeMs === source[2]
    })
  } catch {
    return false
  }
}
