import { sql } from 'kysely'
import { findAffectedDocumentAccess } from '#api/documents/content/rights-changed.ts'
import type { DocumentAccessChange } from '#api/platform/context/document-events.ts'
import { query } from '#api/platform/db/orm.ts'
import { selectChangesAfter } from '#api/platform/feed/changes-after.ts'
import type { OpenDocuments } from './open-document.ts'
import type { DocumentServerPorts } from './ports.ts'

/**
 * Finds changes of permissions in the change feed, because bus messages may be lost. This is much cheaper
 * than checking every open document, so it can run often.
 */
export function createPermissionChangeWatcher(
  ports: DocumentServerPorts,
  open: OpenDocuments,
  onChange: (changed: DocumentAccessChange) => Promise<void>,
): { catchUp(): Promise<void> } {
  /** Version up to which the feed of each workspace has been read, by workspace id. */
  const versions = new Map<string, number>()

  return {
    async catchUp() {
      const workspaces = [...new Set([...open.values()].map((entry) => entry.workspace_id))]
      for (const id of versions.keys()) if (!workspaces.includes(id)) versions.delete(id)
      if (workspaces.length === 0) return
      const db = query(ports.em.fork())
      const now = await db
        .selectFrom('workspace_versions')
        .select(['workspace_id', 'version'])
        .where(sql<boolean>`workspace_id = any(${workspaces}::uuid[])`)
        .execute()
      for (const { workspace_id, version } of now) await follow(workspace_id, Number(version))
    },
  }

  async function follow(workspace_id: string, version: number): Promise<void> {
    const known = versions.get(workspace_id)
    if (known === version) return
    // Check all documents of the workspace on the first read, because earlier changes are unknown.
    const changes =
      known === undefined ? [{ workspace_id }] : await relevantChanges(workspace_id, known, version)
    for (const changed of changes) await onChange(changed)
    versions.set(workspace_id, version)
  }

  async function relevantChanges(
    workspaceId: string,
    after: number,
    upTo: number,
  ): Promise<DocumentAccessChange[]> {
    const ids = [...open.keys()].map((name) => name.slice(name.indexOf(':') + 1))
    const rows = await selectChangesAfter(ports.em.fork(), workspaceId, after, upTo)
      .select(['entity', 'entity_id as id', 'op', 'fields'])
      .where(
        sql<boolean>`(entity in ('workspaces', 'workspace_members', 'projects', 'project_members') or entity_id = any(${ids}::uuid[]))`,
      )
      .execute()
    return rows.flatMap((row) => findAffectedDocumentAccess(row, workspaceId) ?? [])
  }
}
