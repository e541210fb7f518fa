import { sql } from 'kysely'
import type { ClientBase, QueryResult } from 'pg'

const mark = '/* kept */'

/**
 * `.modifyFront(keptPlan)`, for what every request asks or writes: a connection has PostgreSQL read and plan it once, which is most of its cost.
 * Each wording stays in the memory of each connection, so it is for questions with few wordings.
 */
export const keptPlan = sql.raw(mark)

/** The mark stands behind the first word. */
const opening = /^\s*\w+ \/\* kept \*\//

const names = new Map<string, string>()

/** On a new connection: Kysely has no way to name a statement, by which PostgreSQL would know it again. */
export function keepPlans(client: ClientBase): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => Promise<QueryResult>
  const askKept = (...args: unknown[]) => {
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !opening.test(text)) return ask(...args)
    return ask({ name: nameOf(text), text, values }, ...rest)
  }
  Object.assign(client, { query: askKept })
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `kept_${names.size}`
  names.set(text, name)
  return name
}
