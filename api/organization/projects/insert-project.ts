import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { emitEvent } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { type Project, ProjectEntity } from './entity.ts'
import { projectCreated } from './events.ts'
import { joinProject } from './join.ts'

type Given = 'workspace_id' | 'name' | 'identifier'

export interface NewProject extends Partial<Omit<Project, Given>>, Pick<Project, Given> {
  admins: string[]
  by: string
}

/** Creates a project with its admins, counter and default states and labels. The caller has validated the input. */
export async function insertProject(
  em: EntityManager,
  { admins, by, ...given }: NewProject,
): Promise<Project> {
  const project = em.create(ProjectEntity, {
    project_lead: null,
    default_assignee: null,
    default_state: null,
    cover_image_url: null,
    estimate: null,
    start_date: null,
    target_date: null,
    health: null,
    archived_at: null,
    deleted_at: null,
    ...given,
    id: given.id ?? newId(),
    network: given.network ?? 2,
    logo_props: given.logo_props ?? {},
    created_by: by,
    updated_by: by,
  })
  await em.flush()
  const within = { workspace_id: project.workspace_id, project_id: project.id }
  await query(em)
    .insertInto('project_sequences')
    .values({ ...within, last: 0 })
    .execute()
  const joining = { role: role.admin, by, joined_at: project.created_at }
  for (const admin of admins) await joinProject(em, project, { user_id: admin, ...joining })
  await emitEvent(em, projectCreated, { project, by })
  await em.flush()
  return project
}
