import type { Change } from '#common/platform/changes.ts'
import type { RowTable, RowWithId } from './create-table.ts'
import { type RowOf, type TableName, type Tables, tableDeclarations } from './tables.ts'

/** A change that is shown before the server has accepted it. */
export interface LocalChange {
  entity: TableName
  id: string
  op: 'create' | 'update' | 'delete'
  fields: Record<string, unknown>
}

interface Overlay extends LocalChange {
  mutation_id: string
  /** The workspace in which the change is shown; null shows it in every workspace. */
  slug: string | null
}

type ChangeListener = (change: Change) => void

/**
 * Number of recent changes that stay in memory. They are applied to rows of responses that were created before these
 * changes.
 */
const recentLimit = 4000

/**
 * The server's rows, with the unconfirmed changes of this client applied to them. No other code writes to a
 * table.
 */
export class LocalRows {
  readonly #tables: Tables
  readonly #confirmed = new Map<string, RowWithId>()
  readonly #overlays = new Map<string, Overlay[]>()
  readonly #unknownListeners = new Set<ChangeListener>()
  readonly #appliedListeners = new Set<ChangeListener>()
  #recent: Change[] = []
  /**
   * The client has received all changes after this version. A response with an earlier version may lack changes that
   * the client does not have in memory.
   */
  #receivedSince = 0
  #slug: string | null = null

  constructor(tables: Tables) {
    this.#tables = tables
  }

  /**
   * Applies one change from the change feed. If this client made the change, the confirmed change replaces
   * the optimistic change.
   */
  applyChange = (change: Change): void => {
    this.#recent.push(change)
    if (this.#recent.length > recentLimit * 1.5) {
      const forgotten = this.#recent.splice(0, this.#recent.length - recentLimit)
      this.setReceivedSince(forgotten.at(-1)?.version ?? 0)
    }
    const { entity, id, mutation_id } = change
    if (!this.#isTable(entity)) return
    this.#applyConfirmed(entity, change)
    if (mutation_id !== null) this.#dropOverlays(mutation_id, entity, id)
    for (const listener of this.#appliedListeners) listener(change)
  }

  /**
   * Applies changes of the feed that this browser stored before the page was loaded. Used while the server is
   * unreachable. Changes after `version` are applied to the loaded rows. Earlier changes stay in memory, and are
   * applied when a response with an older version is loaded.
   */
  restoreChanges = (changes: readonly Change[], version: number): void => {
    this.#recent.unshift(...changes.filter((change) => change.version <= version))
    for (const change of changes) if (change.version > version) this.applyChange(change)
  }

  /** Registers a listener that is called for every applied change of the feed. */
  onChangeApplied = (listener: ChangeListener): (() => void) => {
    this.#appliedListeners.add(listener)
    return () => void this.#appliedListeners.delete(listener)
  }

  /** Applies rows that were read at `version`, then the changes received since. */
  applyRows = <T extends TableName>(entity: T, rows: readonly RowOf<T>[], version: number): void => {
    for (const row of rows) {
      const at = key(entity, row.id)
      this.#confirmed.set(at, { ...detailsOf(entity, this.#confirmed.get(at)), ...row })
      this.#showRow(entity, row.id)
    }
    const known = new Set(rows.map((row) => row.id))
    for (const change of this.changesSince(version)) {
      if (change.entity === entity && known.has(change.id)) this.#applyConfirmed(entity, change)
    }
  }

  /**
   * Applies the row that a write returned. Skips a row of another workspace, and a row that is older than the
   * received changes. A write that is sent again after a reload returns the stored response of the first
   * request. This response can be older than later changes of the row.
   */
  applyAnswer = <T extends TableName>(
    entity: T,
    row: RowOf<T>,
    version: number,
    slug: string | null,
  ): void => {
    const isOld = slug !== null && version < this.#receivedSince
    if (!isOld && this.isShowing(slug)) this.applyRows(entity, [row], version)
  }

  /** Records that the client has received all changes after this version. */
  setReceivedSince = (version: number): void => {
    this.#receivedSince = version
  }

  /**
   * Applies rows like `applyRows`, and removes all other rows of the table, or only those that match `among`.
   * The given rows must be complete.
   */
  replaceRows = <T extends TableName>(
    entity: T,
    rows: readonly RowOf<T>[],
    version: number,
    among: (row: RowOf<T>) => boolean = () => true,
  ): void => {
    const currentIds = new Set(rows.map((row) => row.id))
    for (const id of idsIn(this.#confirmed, entity)) {
      const row = this.#confirmed.get(key(entity, id)) as RowOf<T>
      if (!currentIds.has(id) && among(row)) this.#forget(entity, id)
    }
    this.applyRows(entity, rows, version)
    for (const change of this.changesSince(version)) {
      if (change.entity === entity && !currentIds.has(change.id)) this.#applyConfirmed(entity, change)
    }
  }

  changesSince = (version: number): Change[] => this.#recent.filter((change) => change.version > version)

  /** Shows changes immediately. `settle` removes them when the server has accepted or rejected them. */
  applyLocal = (mutation_id: string, changes: readonly LocalChange[], slug: string | null): void => {
    for (const change of changes) {
      // A stored change of an earlier client version may name a table that no longer exists.
      if (!this.#isTable(change.entity)) continue
      const at = key(change.entity, change.id)
      this.#overlays.set(at, [...(this.#overlays.get(at) ?? []), { ...change, mutation_id, slug }])
      this.#showRow(change.entity, change.id)
    }
  }

  /** Ids of the rows that have unconfirmed local changes. */
  overlaidIds = (entity: TableName): string[] => idsIn(this.#overlays, entity)

  /** Removes a local change, so that the confirmed row is shown again. */
  settle = (mutation_id: string, changes: readonly LocalChange[]): void => {
    for (const { entity, id } of changes) this.#dropOverlays(mutation_id, entity, id)
  }

  /** Removes all rows of these tables, when the workspace changes or the user signs out. */
  forgetRows = (names: readonly TableName[]): void => {
    for (const name of names) for (const id of idsIn(this.#confirmed, name)) this.#forget(name, id)
  }

  /**
   * Shows only the local changes of this workspace from now on. Changes of other workspaces may still wait in
   * the outbox.
   */
  showWorkspace = (slug: string): void => {
    this.#slug = slug
    for (const [first] of this.#overlays.values()) if (first) this.#showRow(first.entity, first.id)
  }

  forgetChanges = (): void => {
    this.#recent = []
    this.#receivedSince = 0
  }

  /**
   * Returns true if the client shows the data of this workspace, or if no workspace is open yet. `slug` is
   * null for data of the user, which is shown in every workspace.
   */
  isShowing = (slug: string | null): boolean => slug === null || this.#slug === null || slug === this.#slug

  /** Registers a listener for changes of rows that are not loaded, so that counts can be reloaded. */
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
      if (!this.#confirmed.delete(at)) this.#notifyUnknown(change)
    } else {
      const known = this.#confirmed.get(at)
      // The change updates a row that is not loaded: without an id, it contains only the changed fields. If the user
      // has gained access to a row, the change contains the full row with its id.
      if (known === undefined && fields['id'] === undefined) {
        this.#notifyUnknown(change)
        return
      }
      this.#confirmed.set(at, { ...known, ...fields, id })
    }
    this.#showRow(entity, id)
  }

  #notifyUnknown(change: Change): void {
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

  /** Client and server share the schemas, so a row always matches the type of its table. */
  #tableOf(entity: TableName): RowTable<RowWithId> {
    return this.#tables[entity] as unknown as RowTable<RowWithId>
  }
}

function shownBy({ op, id, fields }: Overlay, row: RowWithId | undefined): RowWithId | undefined {
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

/**
 * Returns the values of the detail fields of a row that is already loaded. They are preserved when a list is loaded,
 * because responses with lists do not contain these fields.
 */
function detailsOf(entity: TableName, known: RowWithId | undefined): object {
  const details: readonly string[] = tableDeclarations[entity].detailFields ?? []
  if (known === undefined || details.length === 0) return {}
  return Object.fromEntries(Object.entries(known).filter(([name]) => details.includes(name)))
}

function key(entity: TableName, id: string): string {
  return `${entity}:${id}`
}
