import { Tokenizer, type Tokens } from 'marked'

/**
 * Reads a table whose rows have more cells than its header. Markdown of GitHub's kind drops the cells behind the last column, and their words with
 * them, so the header gets as many columns as the widest row has. False leaves other tables to marked.
 */
export function wideTable(this: Tokenizer, source: string): Tokens.Table | false {
  const raw = this.rules.block.table.exec(source)?.[0]
  if (raw === undefined) return false
  const [head = '', line = '', ...rows] = raw.replace(/\n+$/, '').split('\n')
  const missing = Math.max(...rows.map(cellsIn)) - cellsIn(head)
  // Each row gets the missing cells, so a wide row among very many would make far more of them than there is text.
  if (!(missing > 0) || missing * rows.length > mostAdded) return false
  if (cellsIn(head) !== cellsIn(line)) return false
  const wide = [withCells(head, '   |', missing), withCells(line, ' --- |', missing), ...rows].join('\n')
  const token = Tokenizer.prototype.table.call(this, wide)
  return token ? { ...token, raw } : false
}

const mostAdded = 50_000

/** Empty cells at the end of a row say nothing. */
function cellsIn(row: string): number {
  const content = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?:(?<!\\)\|\s*)+$/, '')
  return content.replace(/\\[\s\S]/g, '').split('|').length
}

function withCells(row: string, cell: string, count: number): string {
  const closed = /(?<!\\)\|\s*$/.test(row) ? row.trimEnd() : `${row.trimEnd()} |`
  return closed + cell.repeat(count)
}
