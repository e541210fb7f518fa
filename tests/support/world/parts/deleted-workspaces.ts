import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../api-client.ts'
import type { TestServer } from '../../server.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** A deleted workspace, which only its admin may restore. */
    deleted_workspace_id: string
  }
}

export const featureFixture: FeatureFixture = {
  places: (side) => ({ 'deleted-workspaces/{id}': side.deleted_workspace_id }),
  inWorkspace: async ({ server, maker }) => ({
    deleted_workspace_id: await deletedWorkspace(server, maker.id),
  }),
  ofPerson: {
    who: 'signed-in',
    make: async ({ server, person }) => ({
      deleted_workspace_id: await deletedWorkspace(server, person.id),
    }),
  },
}

async function deletedWorkspace(server: TestServer, userId: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `with made as (
       insert into workspaces (id, name, slug, owner, background_color, deleted_at) values ($1::uuid, 'Gone', 'gone-' || $1::text, $2, '#1a2b3c', now())
     ), counted as (
       insert into workspace_versions (workspace_id, version) values ($1, 0)
     )
     insert into workspace_members (id, workspace_id, member_id, role) values ($1, $1, $2, 20)`,
    [id, userId],
  )
  return id
}
