/* Builds the page: node build.mjs OUT [--demo]. Bundles web/app, copies what needs no building, makes the rules pages,
 * and puts compressed copies beside the files. pasch.wasm, engine.wasm and nets/ must be in OUT already (tools/build-web.sh). */
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { buildRules } from './build-rules.mjs'

const web = dirname(fileURLToPath(import.meta.url))
const root = dirname(web)
const out = process.argv[2] ?? join(root, 'build', 'web')
const demo = process.argv.includes('--demo')
const compressed = /\.(br|gz)$/

async function files(folder) {
  const found = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...(await files(path)))
    else found.push(path)
  }
  return found.sort()
}

const options = {
  absWorkingDir: web,
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022'],
  charset: 'utf8',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
  entryNames: '[name]',
  chunkNames: 'parts/[name]-[hash]',
  assetNames: 'parts/[name]-[hash]',
  loader: { '.svg': 'file', '.woff2': 'file' },
}

async function bundle(nets) {
  const main = { app: 'app/main.tsx' }
  if (demo) main['board-demo'] = 'board/demo.tsx'
  await build({ ...options, entryPoints: main, splitting: true })
  const workers = { worker: 'core/worker.ts', tables: 'core/tables-worker.ts' }
  await build({ ...options, entryPoints: workers, define: { PASCH_NETS: JSON.stringify(nets) } })
}

/* The service worker knows the name and the content of everything else. */
async function bundleServiceWorker() {
  if (!existsSync(join(web, 'app/sw.ts'))) return
  const hash = createHash('sha256')
  const names = []
  for (const path of await files(out)) {
    const name = relative(out, path)
    if (compressed.test(name) || name === 'sw.js') continue
    names.push('/' + name)
    hash.update(name).update('\0').update(await readFile(path))
  }
  const define = {
    PASCH_FILES: JSON.stringify(names),
    PASCH_VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
  }
  await build({ ...options, entryPoints: { sw: 'app/sw.ts' }, format: 'iife', define })
}

/* web/app/static goes into the page as it is; web/board/static only into test builds. */
async function copyStatic() {
  for (const folder of demo ? ['app/static', 'board/static'] : ['app/static'])
    if (existsSync(join(web, folder))) await cp(join(web, folder), out, { recursive: true })
}

/* Nets are nearly random numbers, which do not get smaller for long trying. */
async function compress() {
  const brotli = promisify(zlib.brotliCompress)
  const gzip = promisify(zlib.gzip)
  for (const path of await files(out)) {
    if (compressed.test(path) || /\.(png|woff2)$/.test(path)) continue
    const made = (await stat(path)).mtimeMs
    if (existsSync(path + '.br') && (await stat(path + '.br')).mtimeMs > made) continue
    const bytes = await readFile(path)
    const quality = path.endsWith('.net') ? 9 : 11
    const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: quality, [zlib.constants.BROTLI_PARAM_LGWIN]: 22 }
    await writeFile(path + '.gz', await gzip(bytes, { level: 9 }))
    await writeFile(path + '.br', await brotli(bytes, { params }))
  }
}

/* Everything but wasm and nets, which are made before, is made anew: files that are no more must not stay. */
async function clear() {
  for (const name of await readdir(out)) if (!/^((pasch|engine)\.wasm|nets)/.test(name)) await rm(join(out, name), { recursive: true })
}

await mkdir(join(out, 'nets'), { recursive: true })
await clear()
const nets = (await readdir(join(out, 'nets'))).filter((name) => name.endsWith('.net')).map((name) => name.slice(0, -4))
await copyStatic()
await buildRules(join(root, 'docs', 'rules'), out)
await bundle(nets)
await bundleServiceWorker()
await compress()
