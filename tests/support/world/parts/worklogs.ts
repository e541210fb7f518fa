import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../api-client.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    worklog_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['work-items'],
  insideProject: ['worklog_id'],
  madeRows: {
    worklog_id: { table: 'worklogs', column: 'logged_by', id: 'worklog_id', hiddenFrom: 'guests' },
  },
  places: (side) => ({ worklog_id: side.worklog_id }),
  fields: (side) => ({ resumes: side.worklog_id }),
  async inProject({ admin, params, side, sql }) {
    const { id } = await admin.call('createWorklog', {
      params: { ...params, id: side.item_id },
      body: { duration: 90, description: 'Done by Tom' },
    })
    await sql('update worklogs set logged_by = $1 where id = $2', [side.maker_id, id])
    return { worklog_id: id }
  },
  ofPerson: {
    who: 'colleagues',
    /** Starts a timer on the item for each person. */
    async make({ server, acme, person }) {
      await runSql(
        server.databaseUrl,
        `insert into timers (id, workspace_id, project_id, issue_id, user_id, started_at) values ($1, $2, $3, $4, $5, now())`,
        [newId(), acme.workspace_id, acme.project_id, acme.item_id, person.id],
      )
      return {}
    },
  },
}
