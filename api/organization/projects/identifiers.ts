import { sql } from 'kysely'
import { normalizeIdentifier } from '#common/organization/projects/rules.ts'
import { invalid, notFound } from '#common/platform/errors.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'

/*
 * Keys of work items begin with the identifier of their project. Links with an old identifier exist in
 * emails, commits and other documents, so they redirect to the current identifier. Other projects cannot use
 * the old identifier until the admins release it. Otherwise a link could lead to an item of another project.
 */

/**
 * Stores the old identifier of the project as a redirect. If the new identifier was a former identifier of
 * this project, its redirect is removed.
 */
export async function storeFormerIdentifier(
  { em, workspace, project }: ProjectContext,
  { before, after }: { before: string; after: string },
): Promise<void> {
  if (before === after) return
  const own = query(em).deleteFrom('former_project_identifiers').where('workspace_id', '=', workspace.id)
  await own.where('identifier', '=', after).where('project_id', '=', project.id).execute()
  await query(em)
    .insertInto('former_project_identifiers')
    .values({
      workspace_id: workspace.id,
      identifier: before,
      project_id: project.id,
      created_at: sql`now()`,
    })
    // If the identifier is stored as a former identifier of a deleted project, assign it to this project. No
    // active project can own the identifier at this point.
    .onConflict((taken) =>
      taken
        .columns(['workspace_id', 'identifier'])
        .doUpdateSet({ project_id: project.id, created_at: sql`now()` }),
    )
    .execute()
}

export async function assertNotFormerIdentifier(
  { em, workspace }: WorkspaceContext,
  ownId: string | null,
  identifier: string,
): Promise<void> {
  const other = await selectRedirectIdentifiers(em, workspace.id)
    .where('f.identifier', '=', normalizeIdentifier(identifier))
    .executeTakeFirst()
  if (other !== undefined && other.project_id !== ownId)
    throw invalid('identifier', 'PROJECT_IDENTIFIER_ALREADY_EXIST')
}

export async function listFormerIdentifiers({ em, project }: ProjectContext) {
  const rows = await query(em)
    .selectFrom('former_project_identifiers')
    .select(['identifier', 'created_at'])
    .where('project_id', '=', project.id)
    .orderBy('created_at', 'desc')
    .orderBy('identifier')
    .execute()
  return rows.map(({ identifier, created_at }) => ({
    identifier,
    created_at: new Date(created_at).toISOString(),
  }))
}

export async function releaseIdentifier(
  { em, workspace, project }: ProjectContext,
  typed: string,
): Promise<undefined> {
  const identifier = normalizeIdentifier(typed)
  const { numDeletedRows } = await query(em)
    .deleteFrom('former_project_identifiers')
    .where('project_id', '=', project.id)
    .where('identifier', '=', identifier)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw notFound('Identifier not found')
  addAuditEntry(em, {
    action: 'project.identifier_released',
    workspace_id: workspace.id,
    project_id: project.id,
    target: { kind: 'project', id: project.id },
    facts: { identifier },
  })
}

/**
 * Selects the former identifiers that still redirect. Former identifiers of deleted projects do not redirect
 * and can be used again.
 */
export function selectRedirectIdentifiers(em: ProjectContext['em'], workspaceId: string) {
  return query(em)
    .selectFrom('former_project_identifiers as f')
    .innerJoin('projects as p', 'p.id', 'f.project_id')
    .select(['f.identifier', 'f.project_id'])
    .where('f.workspace_id', '=', workspaceId)
    .where('p.deleted_at', 'is', null)
}

/** Removes redirects of a restored project whose identifiers other projects have taken. */
export async function deleteReusedIdentifiers(
  em: ProjectContext['em'],
  projectId: string,
  taken: ReadonlySet<string>,
): Promise<void> {
  await query(em)
    .deleteFrom('former_project_identifiers')
    .where('project_id', '=', projectId)
    .where(sql<boolean>`identifier = any(${[...taken]}::text[])`)
    .execute()
}
