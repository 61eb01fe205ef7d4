/* The rules pages of all languages: the same pages, built alike. */
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
// @ts-expect-error plain JavaScript
import { readPage } from '../build-rules.mjs'

const rules = process.env.PASCH_RULES as string
const pages = (language: string) => readdirSync(join(rules, language)).filter((name) => name !== 'README.md')

/* "h2", "p", "ul 4", "table 3x2" */
function outline(path: string): string[] {
  return readPage(readFileSync(path, 'utf8'), path).blocks.map((block: any) => {
    if ('h' in block) return `h${block.h}`
    if ('p' in block) return 'p'
    if ('rows' in block) return `table ${block.head.length}x${block.rows.length}`
    return 'ul' in block ? `ul ${block.ul.length}` : `ol ${block.ol.length}`
  })
}

test('every page is there in German', () => {
  assert.equal(pages('en').length, 25)
  assert.deepEqual(pages('de').sort(), pages('en').sort())
})

test('and is built like the English one', () => {
  for (const name of pages('en'))
    assert.deepEqual(outline(join(rules, 'de', name)), outline(join(rules, 'en', name)), name)
  assert.deepEqual(outline(join(rules, 'de', 'README.md')), outline(join(rules, 'README.md')))
})
