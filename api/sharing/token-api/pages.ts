import { TokenApiError } from './errors.ts'
import type { Row } from './rows.ts'
import { isRecord, type TokenRequest } from './token-request.ts'

const maxPerPage = 1000

interface Page {
  total_count: number
  total_results: number
  total_pages: number
  count: number
  next_cursor: string
  prev_cursor: string
  next_page_results: boolean
  prev_page_results: boolean
  results: unknown[]
}

/** Adds the fields that clients of the Plane API expect on each page of a list. */
export function pageAnswer({ results, ...page }: Page): object {
  return { grouped_by: null, sub_grouped_by: null, ...page, extra_stats: null, results }
}

/**
 * Returns the page of `rows` that the query parameters `per_page` and `cursor` select. A cursor has the form
 * `perPage:page:isPrevious`, and pages are counted from 0.
 */
function pageOfRows<T>(
  rows: T[],
  query: TokenRequest['query'],
  perPage = maxPerPage,
): Page & { results: T[] } {
  const { size, number } = requestedPage(query, perPage)
  const results = rows.slice(number * size, (number + 1) * size)
  const hasNext = rows.length > (number + 1) * size
  return {
    total_count: rows.length,
    total_results: rows.length,
    total_pages: Math.ceil(rows.length / size),
    count: results.length,
    next_cursor: `${size}:${number + 1}:0`,
    prev_cursor: `${size}:${number - 1}:1`,
    next_page_results: hasNext,
    prev_page_results: number > 0,
    results,
  }
}

function requestedPage(query: TokenRequest['query'], perPage: number): { size: number; number: number } {
  const { per_page = String(perPage), cursor = `${per_page}:0:0` } = query
  const size = Number(per_page)
  if (!Number.isInteger(size) || size < 1) throw refused('Invalid per_page parameter.')
  if (size > maxPerPage) throw refused(`Invalid per_page value. Cannot exceed ${maxPerPage}.`)
  const [, number] = /^\d+:(-?\d{1,7}):[01]$/.exec(cursor) ?? []
  if (number === undefined) throw refused('Invalid cursor parameter.')
  return { size, number: Math.max(0, Number(number)) }
}

function refused(detail: string): TokenApiError {
  return new TokenApiError(400, { detail })
}

/**
 * Selects the rows with the external id of the query, sorts them by the query parameter `order_by`, and returns the page
 * that `per_page` and `cursor` select.
 */
export function paginateRows({ query }: Pick<TokenRequest, 'query'>, rows: Row[]): object {
  const matching = hasExternalId(query)
    ? rows.filter(
        (row) =>
          row['external_id'] === query['external_id'] && row['external_source'] === query['external_source'],
      )
    : rows
  return pageAnswer(pageOfRows(orderedRows(matching, query), query))
}

/** Returns true if the query asks for the row with an external id. */
export function hasExternalId(query: TokenRequest['query']): boolean {
  return Boolean(query['external_id'] && query['external_source'])
}

/**
 * Sorts rows by the field in `order_by`; a minus in front sorts in descending order. Without the parameter, or if the
 * rows do not have the field, the rows keep their order.
 */
export function orderedRows<T extends Row>(rows: T[], { order_by = '' }: TokenRequest['query']): T[] {
  const field = order_by.replace(/^-/, '')
  if (field === '' || !rows.some((row) => Object.hasOwn(row, field))) return rows
  const direction = order_by.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => direction * compare(a[field], b[field]))
}

/** Compares two values of a field. A missing value counts as greater than every other value. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null || a === undefined) return 1
  if (b === null || b === undefined) return -1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : 1
}

/** Maximum number of names in a query parameter. No row has more fields. */
const maxNames = 100

/** Returns the different names in a comma-separated query parameter. */
export function namesIn(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(',').flatMap((name) => name.trim() || []))].slice(0, maxNames)
}

/** Removes the fields that the query parameter `fields` does not contain. Without the parameter, all fields stay. */
export function keepNamedFields(answer: unknown, query: TokenRequest['query']): unknown {
  const names = new Set(namesIn(query['fields']))
  if (names.size === 0) return answer
  const select = (row: unknown) =>
    isRecord(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))) : row
  if (Array.isArray(answer)) return answer.map(select)
  if (isRecord(answer) && Array.isArray(answer['results']))
    return { ...answer, results: answer['results'].map(select) }
  return select(answer)
}
