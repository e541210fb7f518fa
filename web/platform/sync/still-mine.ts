import type { LocalChange } from './apply-change.ts'
import { isSame } from './is-same.ts'
import type { AnyMutation } from './mutation.ts'

type Fields = Record<string, unknown>

/** How much an undo left as somebody else has changed it since. */
export type Left = 'nothing' | 'some' | 'all'

/** What a mutation sets in one row, and what of it nobody has changed since. */
interface Part {
  change: LocalChange
  wanted: Fields
  fields: Fields
}

/**
 * A mutation without the fields that somebody has changed since this person's `former` one set them; null when none is left. Only
 * where the body is a patch of one row, or `updates` of several: of others the server knows what is still to do.
 */
export function stillMine(
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
    return [{ change, wanted, fields: unchangedSince(row, given.get(change.id) ?? {}, wanted) }]
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

/** How much stays as somebody has changed it since. A position in the manual order is no news beside the rest. */
export function leftOf(all: readonly Pick<Part, 'wanted' | 'fields'>[]): Left {
  if (all.length === 0) return 'nothing'
  if (all.every(({ fields }) => Object.keys(fields).length === 0)) return 'all'
  const isWhole = all.every(({ wanted, fields }) =>
    Object.keys(wanted).every((name) => name === 'sort_order' || name in fields),
  )
  return isWhole ? 'nothing' : 'some'
}

/** The fields of `wanted` that are still as they were `given`; none of a row that is not there, of which nobody here knows what became of it. */
export function unchangedSince(row: object | undefined, given: Fields, wanted: Fields): Fields {
  if (row === undefined) return {}
  const isMine = (name: string) => isSame(anyOrder(Reflect.get(row, name)), anyOrder(given[name]))
  const mine = Object.entries(wanted).filter(([name]) => isMine(name))
  // A position among others means something only together with what it was chosen for.
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

/** Where a field is left out, what was worked out from it is left out too. */
function shownInAdvance({ change, wanted, fields }: Part): LocalChange {
  const isWhole = Object.keys(wanted).length === Object.keys(fields).length
  return isWhole ? change : { ...change, fields }
}

/** Among several, one that is archived or gone would have the others refused with it. */
function takesChanges(row: { archived_at?: unknown } | undefined): boolean {
  return row !== undefined && (row.archived_at ?? null) === null
}

/** People and labels are sets. */
function anyOrder(value: unknown): unknown {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.toSorted() : value
}
