import { createBranchUpdate } from '#api/work/git/facts.ts'
import { newId } from '#common/platform/ids.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    git_connection_id: string
    git_delivery_id: string
    git_issue_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['work-items'],
  insideProject: ['git_connection_id', 'git_delivery_id', 'git_issue_id', 'integration_id'],
  places: (side) => ({
    git_connection_id: side.git_connection_id,
    git_delivery_id: side.git_delivery_id,
    git_issue_id: side.git_issue_id,
    // An integration in the API of Plane is a Git connection in Tandem.
    integration_id: side.git_connection_id,
    installation_id: '71',
  }),
  fields: (side) => ({
    branch_state_id: side.state_id,
    opened_state_id: side.state_id,
    merged_state_id: side.state_id,
  }),
  fieldsOfCall: (_, { path }) => ({
    ...(path.includes('/git-connections/') && {
      repository: 'olga/app',
      base_url: 'https://git.olga.example',
    }),
    ...(path.includes('/github-app/') && { installation_id: '71', repository_id: '42' }),
    ...(path.includes('/github-repository-sync/') && {
      ...{ owner: 'olga', name: 'site', url: 'https://github.com/olga/site' },
    }),
  }),
  async inProject({ admin, params, side, sql }) {
    const { id } = await admin.call('createGitConnection', {
      params,
      body: { provider: 'github', repository: 'tom/app' },
    })
    const git_delivery_id = newId()
    await sql(
      `insert into git_deliveries (id, connection_id, delivery_id, event, facts, status)
       values ($1, $2, 'one', 'push', $3, 'failed')`,
      [
        git_delivery_id,
        id,
        JSON.stringify([createBranchUpdate({ name: 'main', url: '', author: null, isDeleted: false })]),
      ],
    )
    const git_issue_id = newId()
    const known = { forge: '', item: '' }
    await sql(
      `insert into git_issues (id, connection_id, issue_id, number, url, known)
       values ($1, $2, $3, 1, 'https://github.com/tom/app/issues/1', $4)`,
      [git_issue_id, id, side.item_id, JSON.stringify({ title: known, body: known, state: known })],
    )
    return { git_connection_id: id, git_delivery_id, git_issue_id }
  },
}
