import type { EntityManager } from '@mikro-orm/postgresql'
import type { BoardDetails } from '#common/sharing/publish/schema.ts'
import { query } from '../../platform/db/orm.ts'

/** Returns the project and the workspace of a board, in the format that clients of the Plane API read. */
export async function loadPublicBoardDetails(
  em: EntityManager,
  {
    project_id,
    workspace_id,
    is_intake_enabled,
  }: { project_id: string | null; workspace_id: string; is_intake_enabled: boolean },
): Promise<BoardDetails> {
  const workspace_detail = await query(em)
    .selectFrom('workspaces')
    .select(['id', 'name', 'slug', 'logo_url'])
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  const project = await query(em)
    .selectFrom('projects')
    .select(['id', 'name', 'identifier', 'description', 'logo_props', 'cover_image_url'])
    .where('id', '=', project_id)
    .executeTakeFirst()
  const intake = is_intake_enabled ? project_id : null
  return {
    project: project_id,
    workspace: workspace_id,
    project_details: project === undefined ? null : { ...project, cover_image: project.cover_image_url },
    workspace_detail,
    inbox: intake,
    intake,
  }
}
