import { versionRow } from '#common/documents/versions/schema.ts'
import { userLite } from '#common/identity/users/schema.ts'
import type { ExpandedWorkItemParts, WorkItemExpansion } from '#common/work/detail/schema.ts'
import { labelRow } from '#common/work/labels/schema.ts'
import { stateRow } from '#common/work/states/schema.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { newestItemVersion } from '../../documents/versions/texts.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { loadAttachmentsOfItem } from '../attachments/queries.ts'
import { loadLinksOfItem } from '../links/queries.ts'
import { loadReactionsTo } from '../reactions/queries.ts'
import { loadVotesOn } from '../reactions/votes/queries.ts'
import { loadRelatedItemsOfMany } from '../relations/queries.ts'
import { visibleItems } from '../work-items/visible-items.ts'

/**
 * Loads the related data that the client requested in `expand`. It contains only items that the caller can
 * see.
 */
export async function loadExpandedParts(
  ctx: WorkspaceContext,
  item: WorkItemRow,
  wanted: readonly WorkItemExpansion[],
): Promise<Partial<ExpandedWorkItemParts>> {
  const found: Partial<ExpandedWorkItemParts> = {}
  for (const name of wanted) Object.assign(found, { [name]: await readers[name](ctx, item) })
  return found
}

type Readers = {
  [Name in WorkItemExpansion]: (
    ctx: WorkspaceContext,
    item: WorkItemRow,
  ) => Promise<ExpandedWorkItemParts[Name]>
}

const readers: Readers = {
  async parent(ctx, { parent_id }) {
    const [parent] = parent_id === null ? [] : await visibleItems(ctx, [parent_id])
    return parent === undefined ? null : present(workItemRow, parent)
  },
  async state({ em }, { state_id }) {
    const row = await query(em)
      .selectFrom('states')
      .selectAll()
      .where('id', '=', state_id)
      .executeTakeFirstOrThrow()
    return present(stateRow, row)
  },
  async assignees({ em }, { assignee_ids }) {
    if (assignee_ids.length === 0) return []
    const rows = await query(em).selectFrom('users').selectAll().where('id', 'in', assignee_ids).execute()
    return sortByIds(assignee_ids, rows).map((row) => present(userLite, row))
  },
  async labels({ em }, { label_ids }) {
    if (label_ids.length === 0) return []
    const rows = await query(em).selectFrom('labels').selectAll().where('id', 'in', label_ids).execute()
    return sortByIds(label_ids, rows).map((row) => present(labelRow, row))
  },
  async sub_issues(ctx, { id }) {
    const rows = await query(ctx.em)
      .selectFrom('work_items')
      .select('id')
      .where('parent_id', '=', id)
      .where('archived_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const ids = rows.map((row) => row.id)
    return sortByIds(ids, await visibleItems(ctx, ids)).map((row) => present(workItemRow, row))
  },
  issue_relation: async (ctx, { id }) =>
    (await loadRelatedItemsOfMany(ctx, [id])).flatMap(({ isFirst, related }) => (isFirst ? [related] : [])),
  issue_related: async (ctx, { id }) =>
    (await loadRelatedItemsOfMany(ctx, [id])).flatMap(({ isFirst, related }) => (isFirst ? [] : [related])),
  issue_reactions: (ctx, { id }) => loadReactionsTo(ctx, id, null),
  issue_votes: (ctx, { id }) => loadVotesOn(ctx, id),
  issue_link: (ctx, { id }) => loadLinksOfItem(ctx, id),
  issue_attachment: (ctx, { id }) => loadAttachmentsOfItem(ctx, id),
  issue_attachments: (ctx, { id }) => loadAttachmentsOfItem(ctx, id),
  async description_version({ em }, { id }) {
    const version = await newestItemVersion(em, id)
    return version && present(versionRow, version)
  },
}

function sortByIds<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
