/* The rules pages, docs/rules/<language>/<game>.md, as JSON for the page: rules/<language>/<game>.json, and what all
 * games share, the README.md of docs/rules (English) and of the other languages' folders, as
 * rules/<language>/general.json. Types: RulesPage in core/types.ts.
 *
 * Only as much Markdown is read as the pages use: headings, paragraphs, lists of one level and tables; bold, italics,
 * code and links. Anything else is an error, so that no page is shown half-read. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** @param {string} text @returns {import('./core/types.ts').Span[]} */
export function spans(text) {
    const found = []
    const pattern = /`([^`]+)`|\*\*([^*]+(?:\*[^*]+\*[^*]*)*)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g
    let from = 0
    for (const part of text.matchAll(pattern)) {
        if (part.index > from) found.push(text.slice(from, part.index))
        const [, code, bold, italic, label, href] = part
        if (code !== undefined) found.push({ code })
        else if (bold !== undefined) found.push({ b: spans(bold) })
        else if (italic !== undefined) found.push({ i: spans(italic) })
        else found.push({ a: spans(label), href: target(href) })
        from = part.index + part[0].length
    }
    if (from < text.length) found.push(text.slice(from))
    return found
}

/* "en/puff.md" and "puff.md" are the page of puff; other addresses stay. */
function target(href) {
    const page = /^(?:\.\/|\.\.\/|[a-z]{2}\/)*([a-z0-9-]+)\.md(#.*)?$/i.exec(href)
    if (!page) return href
    return page[1] === 'README' ? '/rules' : `/rules/${page[1]}`
}

const cells = (line) =>
    line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => spans(cell.trim()))

const item = /^(?:([-*])|\d+\.) +(.*)$/

/** @param {string} markdown @param {string} place for errors */
export function readPage(markdown, place) {
    const lines = markdown.split('\n')
    const blocks = []
    let title = ''
    let at = 0
    const fail = (why) => {
        throw new Error(`${place}:${at + 1}: ${why}`)
    }
    const more = (test) => {
        const taken = []
        while (at < lines.length && lines[at].trim() && test(lines[at])) taken.push(lines[at++])
        return taken
    }
    while (at < lines.length) {
        const line = lines[at]
        const heading = /^(#+) (.*)$/.exec(line)
        if (!line.trim()) {
            at++
        } else if (heading) {
            if (heading[1].length === 1) title = heading[2]
            else blocks.push({ h: heading[1].length, text: spans(heading[2]) })
            at++
        } else if (line.startsWith('|')) {
            const rows = more((l) => l.startsWith('|'))
            if (!/^\|[-:| ]+$/.test(rows[1] ?? '')) fail('a table needs a line of dashes below its head')
            blocks.push({ head: cells(rows[0]), rows: rows.slice(2).map(cells) })
        } else if (item.test(line)) {
            blocks.push(list())
        } else if (/^(```|>|<|    )/.test(line)) {
            fail(`this kind of Markdown is not read: ${line.slice(0, 20)}`)
        } else {
            const text = more((l) => !item.test(l) || !/^[-*]/.test(l))
            blocks.push({ p: spans(text.map((l) => l.trim()).join(' ')) })
        }
    }
    if (!title) fail('the page has no title')
    return { title, blocks }

    /* Items may run over several lines, indented or not, and be apart by an empty line. */
    function list() {
        const ordered = /^\d/.test(lines[at])
        const items = []
        for (;;) {
            const begin = item.exec(lines[at])
            at++
            const rest = more((l) => !item.test(l))
            items.push(spans([begin[2], ...rest.map((l) => l.trim())].join(' ')))
            let next = at
            while (next < lines.length && !lines[next].trim()) next++
            if (next >= lines.length || !item.test(lines[next]) || /^\d/.test(lines[next]) !== ordered) break
            at = next
        }
        return ordered ? { ol: items } : { ul: items }
    }
}

/** @param {string} docs docs/rules @param {string} out the built site @returns the files written, from `out` on */
export async function buildRules(docs, out) {
    const written = []
    const write = async (language, game, path) => {
        const page = { game, ...readPage(await readFile(path, 'utf8'), path) }
        const file = join('rules', language, `${game}.json`)
        await mkdir(join(out, 'rules', language), { recursive: true })
        await writeFile(join(out, file), JSON.stringify(page))
        written.push(file)
    }
    for (const entry of await readdir(docs, { withFileTypes: true })) {
        if (!entry.isDirectory()) continue
        for (const file of await readdir(join(docs, entry.name)))
            if (file.endsWith('.md')) {
                const name = basename(file, '.md')
                await write(entry.name, name === 'README' ? 'general' : name, join(docs, entry.name, file))
            }
    }
    await write('en', 'general', join(docs, 'README.md'))
    return written
}
