import { AppError } from '#common/platform/errors.ts'
import { importSourceOf } from '#common/sharing/item-imports/rules.ts'
import type { ImportNote } from '#common/sharing/item-imports/schema.ts'
import type { RelationName } from '#common/work/relations/rules.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { JobPorts } from '../../platform/context/job.ts'
import { createRelations } from '../../work/relations/commands.ts'
import { type ItemImport, ItemImportEntity, ItemImportResultEntity } from './entity.ts'
import { type KnownItem, loadKnownItems } from './known-items.ts'
import type { OpenSource } from './reading/open-source.ts'
import type { SourceRow } from './reading/read-source.ts'
import type { SourceRelation } from './reading/source-item.ts'
import { requireImporterContext, updateItemImport } from './update-item-import.ts'

const batchSize = 200

const names: Record<SourceRelation, RelationName> = {
  blocks: 'blocking',
  blocked_by: 'blocked_by',
  relates_to: 'relates_to',
  duplicate_of: 'duplicate',
}

/**
 * Creates the relations between items after all items were imported. `relations_done` counts the finished rows, so that
 * a retry continues with the next row. Returns false if rows remain at the time `until`.
 */
export async function importRelations(
  ports: JobPorts,
  row: ItemImport,
  source: OpenSource,
  until: number,
): Promise<boolean> {
  const { total, totals } = source.summary
  if (totals.relations === 0) return true
  const loaded = await ports.orm.em.fork().findOneOrFail(ItemImportEntity, { id: row.id })
  for (let from = loaded.relations_done; from < total; from += batchSize) {
    const rows = await source.rows({ from, to: from + batchSize })
    for (const [at, one] of rows.entries()) {
      if (one.dropped !== null || one.relations.length === 0) continue
      if (Date.now() > until) return false
      await importRelationsOfRow(ports, row, source, one, from + at)
    }
  }
  return true
}

async function importRelationsOfRow(
  ports: JobPorts,
  row: ItemImport,
  { summary: { format } }: OpenSource,
  one: SourceRow,
  position: number,
): Promise<void> {
  const notes: ImportNote[] = []
  for (const { type, key } of one.relations) {
    const reason = await updateItemImport(ports, row, ['processing'], async (em, locked) => {
      const ctx = await requireImporterContext(ports, em, locked)
      const known = await loadKnownItems(em, row.project_id, importSourceOf(format), [one.key, key])
      return relate(ctx, known.get(one.key), names[type], known.get(key))
    }).catch(reasonOfRefusal)
    if (reason !== null) notes.push({ reason, text: key.slice(0, 500) })
  }
  await updateItemImport(ports, row, ['processing'], async (em, locked) => {
    locked.relations_done = position + 1
    if (notes.length === 0) return
    const result = await em.findOne(ItemImportResultEntity, { import_id: row.id, position })
    if (result !== null) result.notes = [...result.notes, ...notes]
  })
}

async function relate(
  ctx: ProjectContext,
  item: KnownItem | undefined,
  relation_type: RelationName,
  other: KnownItem | undefined,
): Promise<ImportNote['reason'] | null> {
  if (item === undefined || other === undefined || item.id === other.id) return 'relation_missing'
  await createRelations(ctx, item.id, { relation_type, issues: [other.id] })
  return null
}

function reasonOfRefusal(error: unknown): ImportNote['reason'] {
  if (error instanceof AppError) return 'relation_refused'
  throw error
}
