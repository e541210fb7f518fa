import type { Change } from '#common/changes.ts'
import { documentName } from '#common/document/names.ts'
import { type EntityName, isSynced } from '#common/entities.ts'
import type { RightsChanged } from './news.ts'

/** What decides, on a page or work item, who may open or write its document. */
const guards = new Set([
  'access',
  'is_locked',
  'archived_at',
  'deleted_at',
  'project_id',
  'project_ids',
  'owned_by',
])

interface Written {
  entity: EntityName
  row: Record<string, unknown>
  touched: Set<string>
  isNew: boolean
}

/** Whose open documents have to be asked about again after a write; null for most writes. */
export function rightsChangedBy({ entity, row, touched, isNew }: Written): RightsChanged | null {
  if (isNew) return null
  const id = String(row['id'])
  switch (entity) {
    case 'pages':
    case 'work_items': {
      const kind = entity === 'pages' ? 'page' : 'work_item'
      return [...touched].some((field) => guards.has(field)) ? { name: documentName(kind, id) } : null
    }
    case 'workspace_members':
    case 'project_members': {
      const workspace_id = String(row['workspace_id'])
      const whose = row['member_id']
      return typeof whose === 'string' ? { user_id: whose, workspace_id } : { workspace_id }
    }
    case 'projects':
      return { workspace_id: String(row['workspace_id']) }
    case 'workspaces':
      return { workspace_id: id }
    default:
      return null
  }
}

/** The same of a change in the feed, for whoever reads there what news may have been lost of. */
export function rightsMovedBy(
  { entity, id, op, fields }: Pick<Change, 'entity' | 'id' | 'op' | 'fields'>,
  workspace_id: string,
): RightsChanged | null {
  if (!isSynced(entity)) return null
  const touched = new Set(op === 'delete' ? ['deleted_at'] : Object.keys(fields))
  return rightsChangedBy({ entity, row: { ...fields, id, workspace_id }, touched, isNew: op === 'create' })
}
