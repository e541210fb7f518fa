import type { AnswerOf, QueryOf } from '#common/call.ts'
import type { draftCalls } from '#common/drafts/calls.ts'
import { type DraftAnswer, draftAnswer, draftRow } from '#common/drafts/schema.ts'
import { notFound } from '#common/errors.ts'
import { readPage } from '#common/listing/read-query.ts'
import type { WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { pageOfRows } from '../db/page.ts'
import { present } from '../db/present.ts'
import { type Draft, DraftEntity } from './entity.ts'

type Calls = typeof draftCalls

/** In one project, or in whichever or none. */
export type Place = { project_id: string } | null

export async function listDrafts(
  { em, user, workspace }: WorkspaceContext,
  place: Place,
  sent: QueryOf<Calls['listDrafts']>,
): Promise<AnswerOf<Calls['listDrafts']>> {
  const { size, number } = readPage(sent)
  const own = query(em)
    .selectFrom('drafts')
    .where('workspace_id', '=', workspace.id)
    .where('created_by', '=', user.id)
    .$if(place !== null, (drafts) => drafts.where('project_id', '=', place?.project_id ?? null))
  const { total } = await own.select((of) => of.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await own
    .select(draftRow.keyof().options)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(size * number)
    .execute()
  return pageOfRows(
    sent,
    Number(total),
    rows.map((row) => present(draftRow, row)),
  )
}

export async function getDraft(ctx: WorkspaceContext, place: Place, id: string): Promise<DraftAnswer> {
  return present(draftAnswer, await loadDraft(ctx, place, id))
}

/** Only one's own is found. */
export async function loadDraft(
  { em, user, workspace }: WorkspaceContext,
  place: Place,
  id: string,
): Promise<Draft> {
  const draft = await em.findOne(DraftEntity, {
    id,
    workspace_id: workspace.id,
    created_by: user.id,
    ...place,
  })
  if (draft === null) throw notFound('Draft not found')
  return draft
}
