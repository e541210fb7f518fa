import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../api-client.ts'
import type { TestServer } from '../../server.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** The public board of the project. */
    deploy_board_id: string
    anchor: string
    /**
     * Id of a public comment on the item. In calls to the workspace Acme, the caller is its author. In other
     * calls, the user `maker_id` is its author.
     */
    public_comment_id: string
    /**
     * The ids of a request on the public board and of a picture in its text. The person who makes the call has created
     * both.
     */
    request_id: string
    visitor_asset_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['comments', 'intake'],
  insideProject: ['deploy_board_id'],
  places: (side) => ({
    deploy_board_id: side.deploy_board_id,
    anchor: side.anchor,
    public_comment_id: side.public_comment_id,
    request_id: side.request_id,
    text_id: side.request_id,
    visitor_asset_id: side.visitor_asset_id,
  }),
  fields: (side) => ({ intake: side.project_id }),
  async inProject({ server, admin, params, side }) {
    const { id, anchor } = await admin.call('publishProject', {
      params,
      body: {
        is_comments_enabled: true,
        is_reactions_enabled: true,
        is_votes_enabled: true,
        is_intake_enabled: true,
      },
    })
    return {
      deploy_board_id: id,
      anchor,
      public_comment_id: await publicComment(server, side.comment_id, side.maker_id),
      ...(await visitorRows(server, side.intake_id, side.maker_id)),
    }
  },
  ofPerson: {
    who: 'signed-in',
    inAcmeAlone: true,
    make: async ({ server, acme, person }) => ({
      public_comment_id: await publicComment(server, acme.comment_id, person.id),
      ...(await visitorRows(server, acme.intake_id, person.id)),
    }),
  },
}

/** Creates a public comment of a person with the content of another comment. */
async function publicComment(server: TestServer, commentId: string, actor: string): Promise<string> {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into work_item_comments (id, created_at, updated_at, workspace_id, project_id, issue_id, actor, comment_html,
       comment_json, comment_stripped, mention_ids, access)
     select $1, created_at, updated_at, workspace_id, project_id, issue_id, $2, comment_html,
       comment_json, comment_stripped, '{}', 'EXTERNAL' from work_item_comments where id = $3`,
    [id, actor, commentId],
  )
  return id
}

/** Creates a request of a person with the content of another request, and an upload of this person. */
async function visitorRows(server: TestServer, intakeId: string, actor: string) {
  const [request_id, visitor_asset_id] = [newId(), newId()]
  const columns = 'workspace_id, project_id, state_id, state__group, name, sort_order'
  await runSql(
    server.databaseUrl,
    `with next as (
       update project_sequences s set last = last + 1 from work_items i where i.id = $3 and s.project_id = i.project_id returning last)
     insert into work_items (id, created_at, updated_at, created_by, updated_by, sequence_id, ${columns})
     select $1, created_at, updated_at, $2, $2, next.last, ${columns} from work_items, next where id = $3`,
    [request_id, actor, intakeId],
  )
  await runSql(
    server.databaseUrl,
    `insert into intake_issues (id, created_at, updated_at, workspace_id, project_id, status, source, created_by, updated_by)
     select $1, created_at, updated_at, workspace_id, project_id, status, 'FORMS', $2, $2 from intake_issues where id = $3`,
    [request_id, actor, intakeId],
  )
  await runSql(
    server.databaseUrl,
    `insert into file_assets (id, created_at, updated_at, workspace_id, project_id, entity_type, attributes, created_by)
     select $1, created_at, updated_at, workspace_id, project_id, 'ISSUE_DESCRIPTION',
       '{"name": "a.png", "size": 10, "type": "image/png", "width": null, "height": null}', $2 from intake_issues where id = $3`,
    [visitor_asset_id, actor, intakeId],
  )
  await runSql(
    server.databaseUrl,
    `insert into project_public_members (project_id, workspace_id, member_id)
     select project_id, workspace_id, $1 from intake_issues where id = $2 on conflict do nothing`,
    [actor, intakeId],
  )
  return { request_id, visitor_asset_id }
}
