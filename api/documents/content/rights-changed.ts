import type { EntityManager } from '@mikro-orm/postgresql'
import { documentName } from '#common/documents/content/names.ts'
import type { Change } from '#common/platform/changes.ts'
import {
  type DocumentAccessChange,
  publishDocumentAccessChange,
} from '../../platform/context/document-events.ts'
import type { DocumentBus } from '../../platform/context/documents.ts'
import { onCommitted } from '../../platform/feed/committed.ts'

/** Columns of pages and work items that decide who may open or edit the document. */
const guards = new Set([
  ...['access', 'shares', 'is_locked', 'archived_at', 'project_id', 'project_ids', 'owned_by'],
  // An item in triage belongs to the intake, which may be switched off.
  'state__group',
])

/**
 * After each commit, publishes to all processes which documents need a new access check. A user who loses access is
 * therefore disconnected at once. A process that misses the message finds the change in the change feed.
 */
export function publishAccessChangesOnCommit(em: EntityManager, bus: DocumentBus): void {
  onCommitted(em, (workspaceId, changes) => {
    for (const { entity_id: id, ...change } of changes) {
      const changed = findAffectedDocumentAccess({ ...change, id }, workspaceId)
      if (changed !== null) publishDocumentAccessChange(bus, changed)
    }
  })
}

/**
 * Returns the documents whose access a change may affect. Returns null if there are none, as for most changes.
 * A new row affects no document, because nobody has opened it yet.
 */
export function findAffectedDocumentAccess(
  { entity, id, op, fields }: Pick<Change, 'entity' | 'id' | 'op' | 'fields'>,
  workspace_id: string,
): DocumentAccessChange | null {
  if (op === 'create') return null
  switch (entity) {
    case 'pages':
    case 'work_items': {
      const kind = entity === 'pages' ? 'page' : 'work_item'
      const isGuarded = op === 'delete' || Object.keys(fields).some((field) => guards.has(field))
      return isGuarded ? { name: documentName(kind, id) } : null
    }
    case 'workspace_members':
    case 'project_members': {
      const whose = fields['member_id']
      return typeof whose === 'string' ? { user_id: whose, workspace_id } : { workspace_id }
    }
    case 'projects':
    case 'workspaces':
      return { workspace_id }
    default:
      return null
  }
}
