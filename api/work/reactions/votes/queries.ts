import { type VoteRow, voteRow } from '#common/work/reactions/votes/schema.ts'
import type { WorkspaceContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { presentRow } from '../../../platform/db/present.ts'

/** Returns the votes on an item. The caller has checked access. */
export async function loadItemVotes({ em }: WorkspaceContext, issueId: string): Promise<VoteRow[]> {
  const rows = await query(em)
    .selectFrom('votes')
    .selectAll()
    .where('issue_id', '=', issueId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => presentRow(voteRow, row))
}
