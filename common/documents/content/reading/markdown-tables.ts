import { Tokenizer, type Tokens } from 'marked'

/**
 * Parses a table with rows that have more cells than the header. GitHub drops additional cells with their
 * text; here, the header gets as many columns as the widest row. Returns false for all other tables, so that
 * marked parses them.
 */
export function parseWideTable(this: Tokenizer, source: string): Tokens.Table | false {
  const raw = this.rules.block.table.exec(source)?.[0]
  if (raw === undefined) return false
  const [head = '', line = '', ...rows] = raw.trimEnd().split('\n')
  const missing = Math.max(...rows.map(cellsIn)) - cellsIn(head)
  // Limit the number of added empty cells. Every row gets as many cells as the widest row, so one wide row among many
  // could create far more cells than the text contains.
  if (!(missing > 0) || missing * rows.length > mostAdded) return false
  if (cellsIn(head) !== cellsIn(line)) return false
  const wide = [withCells(head, '   |', missing), withCells(line, ' --- |', missing), ...rows].join('\n')
  const token = Tokenizer.prototype.table.call(this, wide)
  return token ? { ...token, raw } : false
}

const mostAdded = 50_000

/** Counts the cells of a row without the empty cells at its end. */
function cellsIn(row: string): number {
  const cells = row
    .trim()
    .replace(/^\|/, '')
    .replace(/\\[\s\S]/g, 'x')
    .split('|')
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return Math.max(last, 0) + 1
}

function withCells(row: string, cell: string, count: number): string {
  const closed = /(?<!\\)\|\s*$/.test(row) ? row.trimEnd() : `${row.trimEnd()} |`
  return closed + cell.repeat(count)
}
