import { versionRow } from '#common/documents/versions/schema.ts'
import { userLite } from '#common/identity/users/schema.ts'
import type { ExpandedWorkItemParts, WorkItemExpansion } from '#common/work/detail/schema.ts'
import { labelRow } from '#common/work/labels/schema.ts'
import { stateRow } from '#common/work/states/schema.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { findNewestItemVersion } from '../../documents/versions/texts.ts'
import { loadUsersLite } from '../../identity/users/lite.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { loadAttachmentsOfItem } from '../attachments/queries.ts'
import { loadLinksOfItem } from '../links/queries.ts'
import { loadItemReactions } from '../reactions/queries.ts'
import { loadItemVotes } from '../reactions/votes/queries.ts'
import { loadRelatedItemsOfMany } from '../relations/queries.ts'
import { loadVisibleItems } from '../work-items/visible-items.ts'

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
    const [parent] = parent_id === null ? [] : await loadVisibleItems(ctx, [parent_id])
    return parent === undefined ? null : presentRow(workItemRow, parent)
  },
  async state({ em }, { state_id }) {
    const row = await query(em)
      .selectFrom('states')
      .selectAll()
      .where('id', '=', state_id)
      .executeTakeFirstOrThrow()
    return presentRow(stateRow, row)
  },
  async assignees({ em }, { assignee_ids }) {
    if (assignee_ids.length === 0) return []
    const rows = await query(em).selectFrom('users').selectAll().where('id', 'in', assignee_ids).execute()
    return sortByIds(assignee_ids, rows).map((row) => presentRow(userLite, row))
  },
  async labels({ em }, { label_ids }) {
    if (label_ids.length === 0) return []
    const rows = await query(em).selectFrom('labels').selectAll().where('id', 'in', label_ids).execute()
    return sortByIds(label_ids, rows).map((row) => presentRow(labelRow, row))
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
    return sortByIds(ids, await loadVisibleItems(ctx, ids)).map((row) => presentRow(workItemRow, row))
  },
  issue_relation: async (ctx, { id }) =>
    (await loadRelatedItemsOfMany(ctx, [id])).flatMap(({ isFirst, related }) => (isFirst ? [related] : [])),
  issue_related: async (ctx, { id }) =>
    (await loadRelatedItemsOfMany(ctx, [id])).flatMap(({ isFirst, related }) => (isFirst ? [] : [related])),
  issue_reactions: (ctx, { id }) => loadItemReactions(ctx, id, null),
  issue_votes: (ctx, { id }) => loadItemVotes(ctx, id),
  issue_link: (ctx, { id }) => loadLinksOfItem(ctx, id),
  issue_attachment: (ctx, { id }) => loadAttachmentsOfItem(ctx, id),
  issue_attachments: (ctx, { id }) => loadAttachmentsOfItem(ctx, id),
  async description_version({ em }, { id }) {
    const version = await findNewestItemVersion(em, id)
    return version && presentRow(versionRow, version)
  },
  async authors({ em }, { id, created_by, updated_by }) {
    const version = await findNewestItemVersion(em, id)
    const ids = [created_by, updated_by, version?.owned_by ?? null, ...(version?.editor_ids ?? [])]
    const people = await loadUsersLite(
      em,
      ids.filter((one) => one !== null),
    )
    return [...people.values()]
  },
}

function sortByIds<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
