import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../api-client.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** A project that members may join. */
    public_project_id: string
    /** Another project with the same members. */
    new_project_id: string
    deleted_project_id: string
  }
}

export const featureFixture: FeatureFixture = {
  places: (side) => ({ 'deleted-projects/{id}': side.deleted_project_id }),
  fields: (side) => ({
    project_ids: side.public_project_id,
    added_project_ids: side.public_project_id,
    removed_project_ids: side.public_project_id,
    new_project_id: side.new_project_id,
  }),
  async inWorkspace({ admin, params }) {
    const make = async (name: string, identifier: string, network?: number) =>
      (await admin.call('createProject', { params, body: { name, identifier, network } })).id
    const deleted = await make('Gone', 'GONE')
    await admin.call('deleteProject', { params: { ...params, project_id: deleted } })
    return {
      public_project_id: await make('Open to all', 'OPEN', 2),
      new_project_id: await make('Next', 'NEXT'),
      deleted_project_id: deleted,
    }
  },
  ofPerson: {
    who: 'signed-in',
    inAcmeAlone: true,
    /**
     * Creates a deleted project for each person, in which this person was the only admin. Other people must not
     * find it.
     */
    async make({ server, acme, person }) {
      const id = newId()
      await runSql(
        server.databaseUrl,
        `with made as (
           insert into projects (id, workspace_id, name, identifier, deleted_at)
           values ($1::uuid, $2::uuid, 'Gone ' || $1::text, 'GONE', now())
         ), counted as (
           insert into project_sequences (project_id, workspace_id) values ($1, $2)
         )
         insert into project_members (id, workspace_id, project_id, member_id, role, original_role, sort_order)
         values ($1, $2, $1, $3, 20, 20, 1)`,
        [id, acme.workspace_id, person.id],
      )
      return { deleted_project_id: id }
    },
  },
}
