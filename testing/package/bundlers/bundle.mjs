// Bundles page.js for a browser: `node bundle.mjs BUNDLER FOLDER [minified]`. The entry becomes FOLDER/page.js.
import { resolve } from 'node:path'

const [name, folder, form] = process.argv.slice(2)
const minify = form === 'minified'
const output = { dir: folder, format: 'es', entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js' }

const bundlers = {
  async esbuild() {
    const { build } = await import('esbuild')
    const options = { bundle: true, splitting: true, format: 'esm', platform: 'browser', minify, logLevel: 'error' }
    await build({ ...options, entryPoints: ['page.js'], outdir: folder })
  },
  async webpack() {
    const { default: webpack } = await import('webpack')
    const mode = minify ? 'production' : 'none'
    const options = { mode, devtool: false, target: 'web', entry: './page.js', context: process.cwd() }
    const stats = await new Promise((done, fail) => {
      const to = { path: resolve(folder), filename: 'page.js', publicPath: './' }
      webpack({ ...options, output: to, performance: false }, (error, made) => (error ? fail(error) : done(made)))
    })
    if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }))
  },
  async vite() {
    const { build } = await import('vite')
    const rolldownOptions = { input: 'page.js', output }
    const made = { outDir: folder, minify, modulePreload: false, rolldownOptions }
    await build({ configFile: false, logLevel: 'error', base: './', build: made })
  },
  async rollup() {
    const { rollup } = await import('rollup')
    const { default: nodeResolve } = await import('@rollup/plugin-node-resolve')
    const { transform } = await import('esbuild')
    const plugins = [nodeResolve({ browser: true, preferBuiltins: false })]
    if (minify) plugins.push({ name: 'minify', renderChunk: (code) => transform(code, { minify }) })
    const onwarn = (warning) => {
      if (warning.code === 'UNRESOLVED_IMPORT') throw new Error(warning.message)
    }
    const bundle = await rollup({ input: 'page.js', plugins, onwarn })
    await bundle.write(output)
  },
}

await bundlers[name]()
