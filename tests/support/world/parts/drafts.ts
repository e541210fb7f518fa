import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../api-client.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** A personal draft in the project. */
    draft_id: string
  }
}

export const featureFixture: FeatureFixture = {
  insideProject: ['issue-drafts/{id}'],
  madeRows: {
    'draft-issues/{id}': { table: 'drafts', column: 'created_by', id: 'draft_id', hiddenFrom: 'everybody' },
    'issue-drafts/{id}': { table: 'drafts', column: 'created_by', id: 'draft_id', hiddenFrom: 'everybody' },
  },
  places: (side) => ({
    'draft-issues/{id}': side.draft_id,
    'issue-drafts/{id}': side.draft_id,
    'draft-to-issue/{id}': side.draft_id,
  }),
  async inProject({ admin, params, side, sql }) {
    const { id } = await admin.call('createProjectDraft', { params, body: { name: 'Begun by Tom' } })
    await sql('update drafts set created_by = $1 where id = $2', [side.maker_id, id])
    return { draft_id: id }
  },
  ofPerson: {
    who: 'colleagues',
    inAcmeAlone: true,
    isFor: ({ path }) => path.includes('/draft-to-issue/'),
    async make({ server, acme, person }) {
      const id = newId()
      await runSql(
        server.databaseUrl,
        `insert into drafts (id, workspace_id, created_by, project_id, name) values ($1, $2, $3, $4, 'Begun')`,
        [id, acme.workspace_id, person.id, acme.project_id],
      )
      return { draft_id: id }
    },
  },
}
