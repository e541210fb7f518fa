import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { AuditEntry } from '../../platform/feed/audit-entry.ts'

type Page = Selectable<Tables['pages']>

/**
 * Describes a page for an audit entry. The name of a private page is omitted, because admins of the workspace
 * read the log but may not see the page.
 */
export function describePageForAudit(
  page: Pick<Page, 'id' | 'name' | 'access' | 'workspace_id' | 'project_ids'>,
): Pick<AuditEntry, 'workspace_id' | 'project_id' | 'target'> {
  return {
    workspace_id: page.workspace_id,
    project_id: page.project_ids[0] ?? null,
    target: { kind: 'page', id: page.id, ...(page.access === 0 && { name: page.name }) },
  }
}
