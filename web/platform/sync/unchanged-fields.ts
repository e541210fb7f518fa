import { isSameJson } from './is-same-json.ts'
import type { LocalChange } from './local-rows.ts'
import type { AnyMutation } from './mutation.ts'

type Fields = Record<string, unknown>

/** Describes how many fields an undo could not revert, because other users changed them after the mutation. */
export type UnrevertedAmount = 'nothing' | 'some' | 'all'

/**
 * The fields that an undo or redo would set in one row, and the fields among them that other users have not
 * changed.
 */
interface Part {
  change: LocalChange
  wanted: Fields
  fields: Fields
}

/**
 * Removes the fields from `mutation` that somebody has changed since `former` set them. Returns a null mutation if no
 * fields are left. Handles request bodies that patch one row or contain `updates` of several rows. Other bodies stay
 * unchanged, because the server detects conflicts for them.
 */
export function withoutChangedFields(
  mutation: AnyMutation,
  former: AnyMutation,
  rowOf: (change: LocalChange) => object | undefined,
): { mutation: AnyMutation | null; parts: Part[] } {
  const patches = patchesIn(mutation)
  if (patches === null) return { mutation, parts: [] }
  const given = new Map(former.changes.map(({ id, fields }) => [id, fields]))
  const parts = mutation.changes.flatMap((change): Part[] => {
    const row = rowOf(change)
    if (patches.isMany && !takesChanges(row)) return []
    const wanted = patches.byId.get(change.id) ?? {}
    return [{ change, wanted, fields: fieldsUnchangedSince(row, given.get(change.id) ?? {}, wanted) }]
  })
  const left = parts.filter(({ fields }) => Object.keys(fields).length > 0)
  const [first] = left
  if (first === undefined) return { mutation: null, parts }
  const body = patches.isMany
    ? { updates: left.map(({ change, fields }) => ({ ...fields, id: change.id })) }
    : first.fields
  const changes = left.map(shownInAdvance)
  return { mutation: { ...mutation, input: { ...mutation.input, body }, changes } as AnyMutation, parts }
}

/**
 * Returns how many fields an undo must skip because somebody else has changed them. If it skips only the sort order,
 * this is not reported.
 */
export function unrevertedAmount(all: readonly Pick<Part, 'wanted' | 'fields'>[]): UnrevertedAmount {
  if (all.length === 0) return 'nothing'
  if (all.every(({ fields }) => Object.keys(fields).length === 0)) return 'all'
  const isWhole = all.every(({ wanted, fields }) =>
    Object.keys(wanted).every((name) => name === 'sort_order' || name in fields),
  )
  return isWhole ? 'nothing' : 'some'
}

/**
 * Returns the fields of `wanted` whose current value still equals `given`. Returns no fields for a row that
 * is not loaded, because its current state is unknown.
 */
export function fieldsUnchangedSince(row: object | undefined, given: Fields, wanted: Fields): Fields {
  if (row === undefined) return {}
  const isMine = (name: string) => isSameJson(anyOrder(Reflect.get(row, name)), anyOrder(given[name]))
  const mine = Object.entries(wanted).filter(([name]) => isMine(name))
  // A sort order is only valid together with the group for which it was chosen.
  const isPositionAlone = mine.length === 1 && mine[0]?.[0] === 'sort_order' && Object.keys(wanted).length > 1
  return isPositionAlone ? {} : Object.fromEntries(mine)
}

function patchesIn({ input, changes }: AnyMutation): { isMany: boolean; byId: Map<string, Fields> } | null {
  const body: Fields = ('body' in input ? input.body : undefined) ?? {}
  if (Array.isArray(body['updates'])) {
    const updates: (Fields & { id: string })[] = body['updates']
    return { isMany: true, byId: new Map(updates.map(({ id, ...patch }) => [id, patch])) }
  }
  const [change, ...others] = changes
  if (change?.op !== 'update' || others.length > 0) return null
  const names = Object.keys(body)
  const isPatch = names.length > 0 && names.every((name) => Object.hasOwn(change.fields, name))
  return isPatch ? { isMany: false, byId: new Map([[change.id, body]]) } : null
}

/**
 * Returns the optimistic change of one row. If an undo skips a field of the row, it also skips the values
 * that were derived from the skipped field.
 */
function shownInAdvance({ change, wanted, fields }: Part): LocalChange {
  const isWhole = Object.keys(wanted).length === Object.keys(fields).length
  return isWhole ? change : { ...change, fields }
}

/**
 * Returns true if a row is loaded and not archived. The server would reject a request with several rows
 * because of one archived or deleted row.
 */
function takesChanges(row: { archived_at?: unknown } | undefined): boolean {
  return row !== undefined && (row.archived_at ?? null) === null
}

/** Sorts arrays of ids, such as assignees and labels, so that they are compared as sets. */
function anyOrder(value: unknown): unknown {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.toSorted() : value
}
