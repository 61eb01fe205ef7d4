/* Matches of standard backgammon as .mat, the text that most programs read. Moves are in the mover's own numbers, 25 is
 * the bar and 0 off the board; x stands at the left. */
import type { Row } from './history'
import type { Kept } from './store'

const width = 34

function move(text: string): string {
  return text.replace(/bar/g, '25').replace(/off/g, '0')
}

function cell(row: Row): string {
  switch (row.kind) {
    case 'play': {
      const played = row.stages.filter(Boolean).map(move).join(' ')
      return `${row.dice}: ${played}`.trimEnd()
    }
    case 'double':
      return `Doubles => ${row.value}`
    case 'beaver':
      return `Beavers => ${row.value}`
    case 'take':
      return 'Takes'
    case 'pass':
      return 'Drops'
    default:
      return ''
  }
}

/** Lines of two cells; a side's next cell begins a new line where its place is taken. */
class Lines {
  readonly lines: { x: string | null; o: string | null }[] = []

  add(side: 'x' | 'o', text: string): void {
    const last = this.lines[this.lines.length - 1]
    if (!last || last[side] !== null || (side === 'x' && last.o !== null)) this.lines.push({ x: null, o: null })
    this.lines[this.lines.length - 1]![side] = text
  }

  toString(): string {
    return this.lines
      .map(({ x, o }, i) => `${String(i + 1).padStart(3)}) ${(x ?? '').padEnd(width)}${o ?? ''}`.trimEnd())
      .join('\n')
  }
}

export function writeMat(kept: Kept, rows: readonly Row[], names: { x: string; o: string }): string {
  const { length } = kept.setup.terms
  const score = { x: 0, o: 0 }
  let text = ` ${length} point match\n`
  const games = Math.max(0, ...rows.map((row) => row.game))
  for (let game = 1; game <= games; game++) {
    const own = rows.filter((row) => row.game === game)
    const lines = new Lines()
    for (const row of own) {
      const shown = cell(row)
      if (shown) lines.add(row.side, shown)
    }
    const head = ` ${names.x} : ${score.x}`.padEnd(width + 5) + `${names.o} : ${score.o}`
    text += `\n Game ${game}\n${head}\n${lines.toString()}\n`
    const win = own.find((row) => row.kind === 'win')
    if (!win) continue
    score[win.side] += win.value
    const whole = length > 0 && score[win.side] >= length ? ' and the match' : ''
    const words = `Wins ${win.value} point${win.value === 1 ? '' : 's'}${whole}`
    text += `${' '.repeat(win.side === 'x' ? 6 : width + 5)}${words}\n`
  }
  return text
}
