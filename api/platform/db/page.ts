import { readPage } from '#common/work/listing/read-query.ts'

/** One page of `found` rows, as `pageOf` declares it. */
export function pageOfRows<Row>(sent: Parameters<typeof readPage>[0], found: number, results: Row[]) {
  const { size, number } = readPage(sent)
  return {
    total_count: found,
    count: results.length,
    total_results: found,
    total_pages: Math.ceil(found / size),
    next_cursor: `${size}:${number + 1}:0`,
    prev_cursor: `${size}:${Math.max(0, number - 1)}:1`,
    next_page_results: (number + 1) * size < found,
    prev_page_results: number > 0,
    results,
  }
}
