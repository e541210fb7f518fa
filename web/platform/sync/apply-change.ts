import type { Change } from '#common/platform/changes.ts'
import type { Identified, Table } from './create-table.ts'
import type { RowOf, TableName, Tables } from './tables.ts'

/** A change that is shown before the server has accepted it. */
export interface LocalChange {
  entity: TableName
  id: string
  op: 'create' | 'update' | 'delete'
  fields: Record<string, unknown>
}

interface Overlay extends LocalChange {
  mutation_id: string
  /** The workspace in which it is shown; null for every one. */
  slug: string | null
}

type ChangeListener = (change: Change) => void

/** How many of the last changes heard are remembered, so that an answer read before them can be brought up to date. */
const recentLimit = 4000

/** Rows as the server has them, below one's own changes that it has not confirmed yet. Nothing else alters a table. */
export class Rows {
  readonly #tables: Tables
  readonly #confirmed = new Map<string, Identified>()
  readonly #overlays = new Map<string, Overlay[]>()
  readonly #unknownListeners = new Set<ChangeListener>()
  readonly #heardListeners = new Set<ChangeListener>()
  #recent: Change[] = []
  /** The version behind which every change was heard: what was read before it may lack some that are not remembered. */
  #heardSince = 0
  #slug: string | null = null

  constructor(tables: Tables) {
    this.#tables = tables
  }

  /** One change from the feed: somebody's, or one's own coming back, which then replaces what was shown in advance. */
  applyChange = (change: Change): void => {
    this.#recent.push(change)
    if (this.#recent.length > recentLimit * 1.5) {
      const forgotten = this.#recent.splice(0, this.#recent.length - recentLimit)
      this.hearSince(forgotten.at(-1)?.version ?? 0)
    }
    const { entity, id, mutation_id } = change
    if (!this.#isTable(entity)) return
    this.#applyConfirmed(entity, change)
    if (mutation_id !== null) this.#dropOverlays(mutation_id, entity, id)
    for (const listener of this.#heardListeners) listener(change)
  }

  /** Every change of the feed that was applied, with who made it. */
  onHeard = (listener: ChangeListener): (() => void) => {
    this.#heardListeners.add(listener)
    return () => void this.#heardListeners.delete(listener)
  }

  /** Rows of an answer that was read at `version`; changes heard since are applied on top. */
  applyRows = <T extends TableName>(entity: T, rows: readonly RowOf<T>[], version: number): void => {
    for (const row of rows) {
      this.#confirmed.set(key(entity, row.id), row)
      this.#showRow(entity, row.id)
    }
    const known = new Set(rows.map((row) => row.id))
    for (const change of this.changesSince(version)) {
      if (change.entity === entity && known.has(change.id)) this.#applyConfirmed(entity, change)
    }
  }

  /**
   * The row that a write was answered. Passed over when it is of a workspace that is not shown, and when it is older than what was heard:
   * a write that is sent again after a reload is given its first answer, and somebody may have changed the row since.
   */
  applyAnswer = <T extends TableName>(
    entity: T,
    row: RowOf<T>,
    version: number,
    slug: string | null,
  ): void => {
    const isOld = slug !== null && version < this.#heardSince
    if (!isOld && this.isShowing(slug)) this.applyRows(entity, [row], version)
  }

  /** Changes are heard in full from this version on, and not from before. */
  hearSince = (version: number): void => {
    this.#heardSince = version
  }

  /** The same, and whatever else the table holds is gone: for answers that are complete, be it `among` some rows alone. */
  replaceRows = <T extends TableName>(
    entity: T,
    rows: readonly RowOf<T>[],
    version: number,
    among: (row: RowOf<T>) => boolean = () => true,
  ): void => {
    const kept = new Set(rows.map((row) => row.id))
    for (const id of idsIn(this.#confirmed, entity)) {
      const row = this.#confirmed.get(key(entity, id)) as RowOf<T>
      if (!kept.has(id) && among(row)) this.#forget(entity, id)
    }
    this.applyRows(entity, rows, version)
    for (const change of this.changesSince(version)) {
      if (change.entity === entity && !kept.has(change.id)) this.#applyConfirmed(entity, change)
    }
  }

  changesSince = (version: number): Change[] => this.#recent.filter((change) => change.version > version)

  /** Shows changes at once; `settle` ends them when the server has answered, either way. */
  applyLocal = (mutation_id: string, changes: readonly LocalChange[], slug: string | null): void => {
    for (const change of changes) {
      // Kept by a page from before an update.
      if (!this.#isTable(change.entity)) continue
      const at = key(change.entity, change.id)
      this.#overlays.set(at, [...(this.#overlays.get(at) ?? []), { ...change, mutation_id, slug }])
      this.#showRow(change.entity, change.id)
    }
  }

  /** Rows that are shown otherwise than the server has confirmed. */
  overlaidIds = (entity: TableName): string[] => idsIn(this.#overlays, entity)

  /** Takes a local change back: what the server has confirmed is shown again. */
  settle = (mutation_id: string, changes: readonly LocalChange[]): void => {
    for (const { entity, id } of changes) this.#dropOverlays(mutation_id, entity, id)
  }

  /** Forgets everything, for another workspace or after signing out. */
  forgetRows = (names: readonly TableName[]): void => {
    for (const name of names) for (const id of idsIn(this.#confirmed, name)) this.#forget(name, id)
  }

  /** From now on what is shown in advance is that of this workspace; changes of another may wait in the outbox. */
  showWorkspace = (slug: string): void => {
    this.#slug = slug
    for (const [first] of this.#overlays.values()) if (first) this.#showRow(first.entity, first.id)
  }

  forgetChanges = (): void => {
    this.#recent = []
    this.#heardSince = 0
  }

  /** Whether what belongs to this workspace is on the screen; null is what belongs to the person alone. */
  isShowing = (slug: string | null): boolean => slug === null || this.#slug === null || slug === this.#slug

  /** Called when a change concerns a row that is not loaded, so that counts can be asked for again. */
  onUnknownRow = (listener: ChangeListener): (() => void) => {
    this.#unknownListeners.add(listener)
    return () => void this.#unknownListeners.delete(listener)
  }

  #isTable(name: string): name is TableName {
    return Object.hasOwn(this.#tables, name)
  }

  #applyConfirmed(entity: TableName, change: Change): void {
    const { id, op, fields } = change
    const at = key(entity, id)
    if (op === 'delete') {
      if (!this.#confirmed.delete(at)) this.#tellUnknown(change)
    } else {
      const known = this.#confirmed.get(at)
      // An update of a row that was never loaded; it is whole, and so carries its id, only for those who newly see it.
      if (known === undefined && fields['id'] === undefined) {
        this.#tellUnknown(change)
        return
      }
      this.#confirmed.set(at, { ...known, ...fields, id })
    }
    this.#showRow(entity, id)
  }

  #tellUnknown(change: Change): void {
    for (const listener of this.#unknownListeners) listener(change)
  }

  #dropOverlays(mutation_id: string, entity: TableName, id: string): void {
    const at = key(entity, id)
    const left = this.#overlays.get(at)?.filter((overlay) => overlay.mutation_id !== mutation_id)
    if (left === undefined) return
    if (left.length === 0) this.#overlays.delete(at)
    else this.#overlays.set(at, left)
    this.#showRow(entity, id)
  }

  #forget(entity: TableName, id: string): void {
    this.#confirmed.delete(key(entity, id))
    this.#showRow(entity, id)
  }

  #showRow(entity: TableName, id: string): void {
    const at = key(entity, id)
    let row = this.#confirmed.get(at)
    for (const overlay of this.#overlays.get(at) ?? [])
      if (this.isShowing(overlay.slug)) row = shownBy(overlay, row)
    const before = this.#tables[entity].get(id)
    if (before !== undefined && row !== undefined && sameRow(before, row)) return
    this.#tableOf(entity).show(id, row)
  }

  /** Fields come from schemas that server and client share, so a row of a table has that table's form. */
  #tableOf(entity: TableName): Table<Identified> {
    return this.#tables[entity] as unknown as Table<Identified>
  }
}

function shownBy({ op, id, fields }: Overlay, row: Identified | undefined): Identified | undefined {
  if (op === 'delete') return undefined
  if (op === 'create') return { ...fields, ...row, id }
  return row && { ...row, ...fields }
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
