import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../api-client.ts'
import type { TestServer } from '../../server.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** The public board of the project. */
    deploy_board_id: string
    anchor: string
    /** A public comment on the item, by the user `maker_id` or by the person who makes the call. */
    public_comment_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['comments'],
  insideProject: ['deploy_board_id'],
  places: (side) => ({
    deploy_board_id: side.deploy_board_id,
    anchor: side.anchor,
    public_comment_id: side.public_comment_id,
  }),
  async inProject({ server, admin, params, side }) {
    const { id, anchor } = await admin.call('publishProject', {
      params,
      body: { is_comments_enabled: true, is_reactions_enabled: true, is_votes_enabled: true },
    })
    return {
      deploy_board_id: id,
      anchor,
      public_comment_id: await publicComment(server, side.comment_id, side.maker_id),
    }
  },
  ofPerson: {
    who: 'signed-in',
    inAcmeAlone: true,
    make: async ({ server, acme, person }) => ({
      public_comment_id: await publicComment(server, acme.comment_id, person.id),
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
