import { sql } from 'kysely'
import type { ClientBase, QueryResult } from 'pg'

const mark = '/* kept */'

/**
 * Use `.modifyFront(preparedStatementMarker)` for statements that most requests run. PostgreSQL then parses and plans
 * the statement only once per connection. Otherwise, parsing and planning would take most of the time of the
 * statement. Each distinct SQL text uses memory on each connection, so mark only statements with few variants.
 */
export const preparedStatementMarker = sql.raw(mark)

/** Matches a marked statement. The marker follows the first word, such as `select`. */
const markedStart = /^\s*\w+ \/\* kept \*\//

const names = new Map<string, string>()

/**
 * Patches a new connection, so that marked statements are sent with a name. Kysely cannot name statements.
 */
export function enablePreparedStatements(client: ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<QueryResult>
  const queryPrepared = (...args: unknown[]) => {
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !markedStart.test(text)) return query(...args)
    return query({ name: nameOf(text), text, values }, ...rest)
  }
  Object.assign(client, { query: queryPrepared })
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `kept_${names.size}`
  names.set(text, name)
  return name
}
