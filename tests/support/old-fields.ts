import { isDeepStrictEqual } from 'node:util'
import { runSql } from './api-client.ts'

type Row = Record<string, unknown>

interface FeedRow {
  workspace_id: string
  version: string
  entity: string
  entity_id: string
  op: 'create' | 'update' | 'delete'
  fields: Row
  old_fields: Row | null
}

/**
 * Returns a description of each change in the feed whose `old_fields` are incomplete or contradict the earlier changes
 * of the same row. Work items are locked before a change, so their old values must match exactly. Other rows may
 * change between the read and the write of a command, so any earlier value is accepted.
 */
export async function findInvalidOldFields(databaseUrl: string): Promise<string[]> {
  const changes = await runSql<FeedRow>(
    databaseUrl,
    'select workspace_id, version, entity, entity_id, op, fields, old_fields from changes order by workspace_id, version',
  )
  /** All previous states of each row, oldest first. */
  const rows = new Map<string, Row[]>()
  const wrong: string[] = []
  for (const change of changes) {
    const { workspace_id, version, entity, entity_id, op, fields, old_fields } = change
    const key = `${workspace_id} ${entity} ${entity_id}`
    const name = `${version} ${op} ${entity}`
    if ((op === 'create') !== (old_fields === null))
      wrong.push(`${name}: old values only where there was a row`)
    const told = rows.get(key) ?? []
    const last = told.at(-1)
    if (last !== undefined && op !== 'create') {
      const known = entity === 'work_items' ? [last] : told
      wrong.push(...contradictions(change, last, known).map((what) => `${name}.${what}`))
    }
    if (op === 'delete') rows.delete(key)
    else rows.set(key, [...told, { ...last, ...fields }])
  }
  return wrong
}

function contradictions({ op, fields, old_fields }: FeedRow, last: Row, known: Row[]): string[] {
  const old = old_fields ?? {}
  const claimed = Object.keys(old).filter((field) => field in last)
  const wrong = claimed.filter((field) => !known.some((row) => isDeepStrictEqual(old[field], row[field])))
  // An update must contain the old values of these changed fields. A delete must contain the old values of
  // all fields.
  const changed = Object.keys(fields).filter(
    (field) => field in last && !isDeepStrictEqual(fields[field], last[field]),
  )
  const missing = (op === 'delete' ? Object.keys(last) : changed).filter((field) => !(field in old))
  return [
    ...wrong.map((field) => `${field}: ${JSON.stringify(old[field])}, not ${JSON.stringify(last[field])}`),
    ...missing.map((field) => `${field}: not said`),
  ]
}
