/* Runs the unit tests of the page, web/<part>/*.test.ts, in Node: node test.mjs [PART ...]. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const web = dirname(fileURLToPath(import.meta.url))
const parts = process.argv.length > 2 ? process.argv.slice(2) : ['core', 'board', 'app']
const tests = []
for (const part of parts.filter((part) => existsSync(join(web, part))))
  for (const name of await readdir(join(web, part))) if (/\.test\.tsx?$/.test(name)) tests.push(join(web, part, name))

const out = await mkdtemp(join(tmpdir(), 'pasch-test-'))
try {
  await build({
    entryPoints: tests,
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: ['node18'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.css': 'empty' },
    /* Node 18 has it only there */
    banner: { js: "import { webcrypto as w } from 'node:crypto'; globalThis.crypto ??= w" },
    sourcemap: 'inline',
    logLevel: 'warning',
  })
  const env = {
    PASCH_WASM: join(dirname(web), 'build', 'web', 'pasch.wasm'),
    PASCH_RULES: join(dirname(web), 'docs', 'rules'),
    ...process.env,
    TZ: 'UTC',
  }
  const files = (await readdir(out, { recursive: true })).filter((name) => name.endsWith('.mjs'))
  const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...files.map((name) => join(out, name))], {
    stdio: 'inherit',
    env,
  })
  process.exitCode = run.status ?? 1
} finally {
  await rm(out, { recursive: true })
}
