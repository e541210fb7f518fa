import type { EntityName } from '#common/entities.ts'
import type { RowVersion } from './recorder.ts'

type Row = Record<string, unknown>

/** All rows of a workspace at every version. */
export interface Timeline {
  rowAt(entity: EntityName, id: string, version: number): Row | null
  /** Returns all rows of an entity at a version. */
  rowsAt(entity: EntityName, version: number): Row[]
  images: RowVersion[]
}

export function createTimeline(images: RowVersion[]): Timeline {
  const byRow = Map.groupBy(images, ({ entity, id }) => `${entity} ${id}`)
  const idsOf = new Map<EntityName, Set<string>>()
  for (const { entity, id } of images) idsOf.set(entity, (idsOf.get(entity) ?? new Set()).add(id))

  function rowAt(entity: EntityName, id: string, version: number): Row | null {
    return byRow.get(`${entity} ${id}`)?.findLast((image) => image.version <= version)?.row ?? null
  }

  return {
    rowAt,
    rowsAt(entity, version) {
      const rows = [...(idsOf.get(entity) ?? [])].map((id) => rowAt(entity, id, version))
      return rows.filter((row) => row !== null)
    },
    images,
  }
}
