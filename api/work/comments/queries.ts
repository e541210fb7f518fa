import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import type { commentCalls } from '#common/work/comments/calls.ts'
import { maxCommentThreads } from '#common/work/comments/rules.ts'
import { type Comment, comment, commentRow } from '#common/work/comments/schema.ts'
import { loadNewestComments } from '../../documents/comments/queries.ts'
import { loadUsersLite } from '../../identity/users/lite.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { loadItemReactions } from '../reactions/queries.ts'
import type { WorkItem } from '../work-items/entity.ts'
import { loadItemDetails } from '../work-items/item-details.ts'
import { loadWorkItem } from '../work-items/load.ts'
import type { CommentRecord } from './entity.ts'

type Wanted = QueryOf<typeof commentCalls.listComments>
type Answered = Pick<CommentRecord, keyof typeof commentRow.shape | 'comment_json' | 'comment_stripped'>

export async function listComments(ctx: ProjectContext, issueId: string, wanted: Wanted): Promise<Comment[]> {
  const item = await loadWorkItem(ctx, issueId)
  const threads = await threadsOf(ctx, issueId, wanted)
  if (threads.length === 0) return []
  const ofThreads = sql<boolean>`(c.id = any(${threads}::uuid[]) or (c.parent_id = any(${threads}::uuid[]) and c.removed_at is null))`
  return presentComments(ctx, item, await newest(ctx, ofThreads, maxCommentThreads))
}

/** Returns the newest comments of all threads, oldest first, without deleted ones. */
export async function listNewestComments(
  ctx: ProjectContext,
  item: WorkItem,
  limit: number,
  after: string | null = null,
): Promise<Comment[]> {
  const since = sql<boolean>`c.issue_id = ${item.id} and c.removed_at is null
    and (${after}::timestamptz is null or c.created_at > ${after}::timestamptz)`
  return presentComments(ctx, item, await newest(ctx, since, limit))
}

function newest({ em }: ProjectContext, wanted: RawBuilder<boolean>, limit: number): Promise<Answered[]> {
  return loadNewestComments<Answered>(em, 'work_item_comments', columns, wanted, limit)
}

const columns = [...commentRow.keyof().options, 'comment_json', 'comment_stripped'] as const

export async function presentComments(
  ctx: ProjectContext,
  item: { id: string; name: string; sequence_id: number },
  rows: Answered[],
): Promise<Comment[]> {
  const details = await loadItemDetails(ctx, item)
  const people = await loadUsersLite(
    ctx.em,
    rows.map(({ actor }) => actor),
  )
  const reactions = Map.groupBy(
    await loadItemReactions(
      ctx,
      item.id,
      rows.map(({ id }) => id),
    ),
    ({ comment_id }) => comment_id,
  )
  return rows.map((row) =>
    presentRow(comment, {
      ...row,
      ...details,
      comment_reactions: reactions.get(row.id) ?? [],
      parent: row.parent_id,
      actor_detail: people.get(row.actor) ?? null,
    }),
  )
}

/** Returns the ids of the comments that start threads. A deleted comment with replies also counts. */
async function threadsOf(
  ctx: ProjectContext,
  issueId: string,
  { threads, before, from }: Wanted,
): Promise<string[]> {
  const older = before === undefined ? null : await threadStart(ctx, issueId, 'before', before)
  const newer = from === undefined ? null : await threadStart(ctx, issueId, 'from', from)
  const rows = await query(ctx.em)
    .selectFrom('work_item_comments as c')
    .select('c.id')
    .where('c.issue_id', '=', issueId)
    .where('c.parent_id', 'is', null)
    .where(
      sql<boolean>`(c.removed_at is null or exists (
        select 1 from work_item_comments r where r.parent_id = c.id and r.removed_at is null))`,
    )
    .$if(older !== null, (all) =>
      all.where(sql<boolean>`(c.created_at, c.id) < (${older?.created_at}::timestamptz, ${older?.id}::uuid)`),
    )
    .$if(newer !== null, (all) =>
      all.where(
        sql<boolean>`(c.created_at, c.id) >= (${newer?.created_at}::timestamptz, ${newer?.id}::uuid)`,
      ),
    )
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(threads)
    .execute()
  return rows.map(({ id }) => id)
}

/** Finds the first comment of the thread that contains the comment `id`. */
async function threadStart({ em }: ProjectContext, issueId: string, field: string, id: string) {
  const { rows } = await sql<{ id: string; created_at: string }>`
    select t.id, t.created_at::text as created_at from work_item_comments c
    join work_item_comments t on t.id = coalesce(c.parent_id, c.id)
    where c.id = ${id} and c.issue_id = ${issueId}`.execute(query(em))
  const [beginning] = rows
  if (beginning === undefined) throw invalid(field, 'Comment not found.')
  return beginning
}
