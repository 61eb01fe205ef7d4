/* What the tests in a browser share: the server, the browser, the rules library beside them. The program under test is
 * $PASCH. */
import { webcrypto } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { scratch as quickScratch, startServer } from '../../server/client.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')
export const pasch = process.env.PASCH ?? join(root, 'build/release/pasch')
const require = createRequire(join(root, 'web/package.json'))

/** A loaded machine may take its time; what hangs, hangs for good. */
export const PATIENCE = 60_000

export const scratch = mkdtempSync(join(tmpdir(), 'pasch-browser-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }))

/** Databases: a busy disk says nothing about the page. */
export const databases = quickScratch()

let folders = 0
export function newFolder() {
  const folder = join(scratch, String(++folders))
  mkdirSync(folder)
  return folder
}

/** mulberry32. $SEED says otherwise. */
export function chance(seed = Number(process.env.SEED ?? 1)) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
  }
}

export function serve({ port = 0, db = join(databases, `${++folders}.db`) } = {}) {
  return startServer(pasch, ['--port', String(port), '--db', db, '--max-per-address', '0', '--max-games', '0'])
}

/** The rules library in Node, from the same WebAssembly as the page's, and the dice. */
export async function loadLibrary() {
  globalThis.crypto ??= webcrypto /* Node 18 */
  const file = join(newFolder(), 'library.mjs')
  require('esbuild').buildSync({
    stdin: {
      contents: "export { coreOf } from './core/core'; export * from './core/dice'; export * from './app/record'",
      resolveDir: join(root, 'web'),
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: file,
  })
  const library = await import(pathToFileURL(file))
  const module = new WebAssembly.Module(readFileSync(join(root, 'build/web/pasch.wasm')))
  return { ...library, core: library.coreOf(module) }
}

export const axeSource = () => readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  /* a page that another window covers goes on all the same */
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
]

const launch = { executablePath: '/usr/bin/chromium', headless: true, args: flags, timeout: PATIENCE }
const common = { locale: 'en-GB', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }

const { chromium } = require('playwright-core')

export const startBrowser = () => chromium.launch(launch)

/** A browser of its own, with a folder that outlives it. */
export async function startLastingBrowser(folder, options = {}) {
  return prepared(await chromium.launchPersistentContext(folder, { ...launch, ...common, ...options }))
}

export async function newContext(browser, options = {}) {
  return prepared(await browser.newContext({ ...common, ...options }))
}

function prepared(context) {
  context.setDefaultTimeout(PATIENCE)
  return context
}

/** Chooses one of a row of radio buttons, by its label as people do: a bar may lie over it at first. */
export async function pick(page, name, value) {
  const button = `input[name=${name}][value="${value}"]`
  await page.locator(`label:has(${button})`).click()
  await page.waitForSelector(`${button}:checked`, { state: 'attached' })
}

/** Settings as the page keeps them, for all pages of the context that are opened from now on. */
export function setUp(context, settings) {
  return context.addInitScript((json) => {
    if (!localStorage.getItem('pasch.settings')) localStorage.setItem('pasch.settings', json)
  }, JSON.stringify(settings))
}

/** Secrets and seeds of the dice are the same in each run; names of games are not. */
export function fixDice(context, seed) {
  return context.addInitScript((start) => {
    let seed = start
    const draw = crypto.getRandomValues.bind(crypto)
    crypto.getRandomValues = (array) => {
      if (array.byteLength !== 16 && array.byteLength !== 32) return draw(array)
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
      for (let i = 0; i < bytes.length; i++) {
        seed = (seed + 0x6d2b79f5) | 0
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
        bytes[i] = (t ^ (t >>> 14)) >>> 16
      }
      return array
    }
  }, seed)
}

/** Errors that nobody has caught, and what the console complains of. `expected` may be left out. */
export function complaints(page, expected = /$^/) {
  const all = []
  page.on('pageerror', (error) => all.push(String(error.stack ?? error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expected.test(message.text())) all.push(message.text())
  })
  return all
}
