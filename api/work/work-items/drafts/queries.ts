import { sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { matchesCondition } from '#common/work/listing/condition.ts'
import type { draftCalls } from '#common/work/listing/draft-calls.ts'
import { parseListingFilters, parseRequestedPage } from '#common/work/listing/read-query.ts'
import { type DraftResponse, draftResponse, draftRow } from '#common/work/work-items/drafts/schema.ts'
import type { WorkspaceContext } from '../../../platform/context/context.ts'
import { createUserClock } from '../../../platform/context/user-clock.ts'
import type { OrderColumn } from '../../../platform/db/keyset.ts'
import { query } from '../../../platform/db/orm.ts'
import { buildPageResponse, buildPaginationSql, splitPageAndCursors } from '../../../platform/db/page.ts'
import { presentRow } from '../../../platform/db/present.ts'
import { type Draft, DraftEntity } from './entity.ts'

type Calls = typeof draftCalls

/** Project whose drafts are listed, or null for all drafts of the user. */
export type DraftScope = { project_id: string } | null

export async function listDrafts(
  { em, user, workspace }: WorkspaceContext,
  scope: DraftScope,
  sent: QueryOf<Calls['listDrafts']>,
): Promise<ResponseOf<Calls['listDrafts']>> {
  const page = buildPaginationSql(newestFirst, parseRequestedPage(sent))
  const filters = parseListingFilters(sent, createUserClock(user, sent.today))
  const rows = await query(em)
    .selectFrom('drafts')
    .leftJoin('states', 'states.id', 'drafts.state_id')
    .where('drafts.workspace_id', '=', workspace.id)
    .where('drafts.created_by', '=', user.id)
    .$if(scope !== null, (drafts) => drafts.where('drafts.project_id', '=', scope?.project_id ?? null))
    .select(columns)
    .select(['states.group as state__group', page.key.as('page_key'), page.where.as('is_beyond')])
    .orderBy(page.order)
    .execute()
  // Evaluate the filters here instead of in SQL, because a user has few drafts.
  const found = rows
    .map((row) => ({ ...row, draft: presentRow(draftRow, row) }))
    .filter(({ draft, state__group }) =>
      matchesCondition(filters, { ...itemDefaults, ...draft, state__group }),
    )
  const beyond = found.filter(({ is_beyond }) => is_beyond)
  const read = splitPageAndCursors(page, beyond.slice(page.offset, page.offset + page.limit))
  return buildPageResponse(
    read,
    found.length,
    read.rows.map(({ draft }) => ({ ...draft, updated_by: draft.created_by })),
  )
}

const newestFirst: OrderColumn[] = [
  { value: sql`drafts.created_at`, type: 'timestamptz', descending: true },
  { value: sql`drafts.id`, type: 'uuid', descending: true },
]

/** The public columns of a draft, without the descriptions, which may be long. */
const columns = draftRow.keyof().options.map((name) => `drafts.${name}` as const)

/** Values that filters use for item fields that drafts do not have. */
const itemDefaults = {
  sequence_id: 0,
  completed_at: null,
  is_epic: false,
  subscriber_ids: [],
  mention_ids: [],
  sub_issues_count: 0,
  link_count: 0,
  attachment_count: 0,
  git_state: null,
  is_draft: true,
  archived_at: null,
  updated_by: null,
}

export async function getDraft(ctx: WorkspaceContext, scope: DraftScope, id: string): Promise<DraftResponse> {
  return presentDraft(await loadDraft(ctx, scope, id))
}

export function presentDraft(draft: Draft): DraftResponse {
  return presentRow(draftResponse, { ...draft, updated_by: draft.created_by })
}

/** Loads a draft of the caller. Drafts of other users are treated as not found. */
export async function loadDraft(
  { em, user, workspace }: WorkspaceContext,
  scope: DraftScope,
  id: string,
): Promise<Draft> {
  const draft = await em.findOne(DraftEntity, {
    id,
    workspace_id: workspace.id,
    created_by: user.id,
    ...scope,
  })
  if (draft === null) throw notFound('Draft not found')
  return draft
}
