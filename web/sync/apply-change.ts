import type { Change } from '#common/changes.ts'
import type { Identified, Table } from './table.ts'
import { isTable, type RowOf, type TableName, tables } from './tables.ts'

/** A change that is shown before the server has accepted it. */
export interface LocalChange {
  entity: TableName
  id: string
  op: 'create' | 'update' | 'delete'
  fields: Record<string, unknown>
}

interface Overlay extends LocalChange {
  mutation_id: string
}

/** Rows as the server has them, below one's own changes that it has not confirmed yet. */
const confirmed = new Map<string, Identified>()
const overlays = new Map<string, Overlay[]>()
/** The last changes heard, so that an answer read before them can be brought up to date. */
let recent: Change[] = []
const recentLimit = 4000

/** One change from the feed: somebody's, or one's own coming back, which then replaces what was shown in advance. */
export function applyChange(change: Change): void {
  recent.push(change)
  if (recent.length > recentLimit * 1.5) recent = recent.slice(-recentLimit)
  if (!isTable(change.entity)) return
  applyConfirmed(change.entity, change)
  if (change.mutation_id !== null) dropOverlays(change.mutation_id, change.entity, change.id)
}

/** Rows of an answer that was read at `version`; changes heard since are applied on top. */
export function applyRows<T extends TableName>(entity: T, rows: readonly RowOf<T>[], version: number): void {
  for (const row of rows) {
    confirmed.set(key(entity, row.id), row)
    showRow(entity, row.id)
  }
  const known = new Set(rows.map((row) => row.id))
  for (const change of changesSince(version)) {
    if (change.entity === entity && known.has(change.id)) applyConfirmed(entity, change)
  }
}

/** The same, and whatever else the table holds is gone: for answers that are complete. */
export function replaceRows<T extends TableName>(
  entity: T,
  rows: readonly RowOf<T>[],
  version: number,
): void {
  const kept = new Set(rows.map((row) => row.id))
  for (const id of idsIn(confirmed, entity)) if (!kept.has(id)) forget(entity, id)
  applyRows(entity, rows, version)
  for (const change of changesSince(version)) {
    if (change.entity === entity && !kept.has(change.id)) applyConfirmed(entity, change)
  }
}

export function changesSince(version: number): Change[] {
  return recent.filter((change) => change.version > version)
}

/** Shows changes at once; `settle` ends them when the server has answered, either way. */
export function applyLocal(mutation_id: string, changes: LocalChange[]): void {
  for (const change of changes) {
    const at = key(change.entity, change.id)
    overlays.set(at, [...(overlays.get(at) ?? []), { ...change, mutation_id }])
    showRow(change.entity, change.id)
  }
}

/** Rows that are shown otherwise than the server has confirmed. */
export function overlaidIds(entity: TableName): string[] {
  return idsIn(overlays, entity)
}

/** Takes a local change back: what the server has confirmed is shown again. */
export function settle(mutation_id: string, changes: LocalChange[]): void {
  for (const { entity, id } of changes) dropOverlays(mutation_id, entity, id)
}

/** Forgets everything, for another workspace or after signing out. */
export function forgetRows(names: readonly TableName[]): void {
  for (const name of names) for (const id of idsIn(confirmed, name)) forget(name, id)
}

export function forgetChanges(): void {
  recent = []
}

function applyConfirmed(entity: TableName, change: Change): void {
  const { id, op, fields } = change
  const at = key(entity, id)
  if (op === 'delete') {
    if (!confirmed.delete(at)) tellUnknown(change)
  } else {
    const known = confirmed.get(at)
    // An update of a row that was never loaded; it is whole, and so carries its id, only for those who newly see it.
    if (known === undefined && fields['id'] === undefined) {
      tellUnknown(change)
      return
    }
    confirmed.set(at, { ...known, ...fields, id })
  }
  showRow(entity, id)
}

function tellUnknown(change: Change): void {
  for (const listener of unknownListeners) listener(change)
}

type UnknownListener = (change: Change) => void
const unknownListeners = new Set<UnknownListener>()

/** Called when a change concerns a row that is not loaded, so that counts can be asked for again. */
export function onUnknownRow(listener: UnknownListener): () => void {
  unknownListeners.add(listener)
  return () => void unknownListeners.delete(listener)
}

function dropOverlays(mutation_id: string, entity: TableName, id: string): void {
  const at = key(entity, id)
  const left = overlays.get(at)?.filter((overlay) => overlay.mutation_id !== mutation_id)
  if (left === undefined) return
  if (left.length === 0) overlays.delete(at)
  else overlays.set(at, left)
  showRow(entity, id)
}

function forget(entity: TableName, id: string): void {
  confirmed.delete(key(entity, id))
  showRow(entity, id)
}

function showRow(entity: TableName, id: string): void {
  const at = key(entity, id)
  let row = confirmed.get(at)
  for (const overlay of overlays.get(at) ?? []) {
    if (overlay.op === 'delete') row = undefined
    else if (overlay.op === 'create') row = { ...overlay.fields, ...row, id }
    else if (row !== undefined) row = { ...row, ...overlay.fields }
  }
  const before = tables[entity].get(id)
  if (before !== undefined && row !== undefined && sameRow(before, row)) return
  tableOf(entity).show(id, row)
}

/** Fields come from schemas that server and client share, so a row of a table has that table's form. */
function tableOf(entity: TableName): Table<Identified> {
  return tables[entity] as unknown as Table<Identified>
}

function sameRow(a: object, b: object): boolean {
  const left = Object.entries(a)
  const right = b as Record<string, unknown>
  return left.length === Object.keys(b).length && left.every(([name, value]) => Object.is(value, right[name]))
}

function idsIn(rows: Map<string, unknown>, entity: TableName): string[] {
  const prefix = `${entity}:`
  return [...rows.keys()].filter((at) => at.startsWith(prefix)).map((at) => at.slice(prefix.length))
}

function key(entity: TableName, id: string): string {
  return `${entity}:${id}`
}
