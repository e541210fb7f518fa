import { documentName } from '#common/document/names.ts'
import type { EntityName } from '#common/entities.ts'
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
    case 'project_members':
      return { user_id: String(row['member_id']), workspace_id: String(row['workspace_id']) }
    case 'projects':
      return { workspace_id: String(row['workspace_id']) }
    case 'workspaces':
      return { workspace_id: id }
    default:
      return null
  }
}
