#!/usr/bin/env node
// Syntax that Node 12 parses: an older Node must get far enough to say which one is needed.
import fs from 'fs'
import module from 'module'

const needed = 22
const version = process.versions.node

if (parseInt(version, 10) < needed) {
  console.error('emulator needs Node ' + needed + ' or newer; this is Node ' + version + '. Install it from https://nodejs.org, or run: npx -p node@24 -p @platform-data/emulator emulator')
  process.exitCode = 2
} else {
  // Compiled code is kept between runs: a start takes half the time.
  if (module.enableCompileCache) module.enableCompileCache()
  const source = new URL('./main.ts', import.meta.url)
  import(fs.existsSync(source) ? source.href : '../dist/main.js').then(function (main) {
    return main.run(process.argv.slice(2))
  })
}
