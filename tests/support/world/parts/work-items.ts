import type { Call } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import type { FeatureFixture } from '../part.ts'
import { createCompletedItem, thumbsUpReactionCode } from '../rows.ts'

declare module '../side.ts' {
  interface TestRowIds {
    item_id: string
    /** A completed item. The next field is an item that is completed and archived. */
    done_item_id: string
    archived_item_id: string
    /** An item that is related to the item. */
    other_item_id: string
    relation_id: string
    /** A version of the item's description. */
    version_id: string
    /** A version of the item's properties. */
    snapshot_id: string
    /** The key of the item, such as `ATL-12`. */
    key: string
  }
}

/** The ids of the item in another program. */
const externalIds = { external_source: 'jira', external_id: 'ABC-1' }

export const featureFixture: FeatureFixture = {
  after: ['cycles', 'modules'],
  insideProject: [
    'issues/{id}',
    'work-items/{id}',
    'issue_id',
    'entity_id',
    'key',
    'relation_id',
    'version_id',
    'snapshot_id',
  ],
  ofWorkspace: ['entity_id'],
  madeRows: {
    'issues/{id}': { table: 'work_items', column: 'created_by', id: 'item_id' },
    entity_id: { table: 'work_items', column: 'created_by', id: 'item_id' },
  },
  places: (side, call) => ({
    'issues/{id}': side[itemOf(call)],
    'work-items/{id}': side.item_id,
    issue_id: side.item_id,
    entity_id: side.item_id,
    key: side.key,
    relation_id: side.relation_id,
    version_id: side.version_id,
    snapshot_id: side.snapshot_id,
    reaction: thumbsUpReactionCode,
  }),
  fields: (side) => ({
    reaction: thumbsUpReactionCode,
    issue_ids: side.item_id,
    entity_id: side.item_id,
    entity_identifier: side.item_id,
    parent_id: side.item_id,
    issues: side.other_item_id,
    related_issue: side.other_item_id,
    duplicate_to: side.other_item_id,
    sub_issue_ids: side.other_item_id,
  }),
  fieldsOfCall(side, call) {
    const updates = call.path.endsWith('/issue-dates/') || call.path.endsWith('/bulk-update-issues/')
    const isLookup = call.path.endsWith('/issue-by-external-id/')
    return {
      issue_ids: side[itemOf(call)],
      ...(updates && { id: side.item_id }),
      ...(isLookup && externalIds),
    }
  },
  async inProject({ admin, params, side, sql }) {
    const item = await admin.call('createWorkItem', {
      params,
      body: {
        name: 'Made by Tom',
        cycle_id: side.cycle_id,
        module_ids: [side.module_id],
        description_html: '<p>Written by Tom</p>',
        ...externalIds,
      },
    })
    const { results } = await admin.call('listDescriptionVersions', { params: { ...params, id: item.id } })
    const done = await createCompletedItem(admin, params, 'Done')
    const archived = await createCompletedItem(admin, params, 'Archived')
    await admin.call('archiveWorkItem', { params: { ...params, id: archived } })
    const other = await admin.call('createWorkItem', { params, body: { name: 'Related' } })
    const [relation] = await admin.call('createRelations', {
      params: { ...params, id: item.id },
      body: { relation_type: 'relates_to', issues: [other.id] },
    })
    await sql('update work_items set created_by = $1, subscriber_ids = $3 where id = $2', [
      side.maker_id,
      item.id,
      [side.outsider_id],
    ])
    const snapshot_id = newId()
    await sql(
      `insert into work_item_activities (id, workspace_id, issue_id, actor_id, verb, field, old_value, new_value, created_at)
       select $1, workspace_id, id, created_by, 'updated', 'name', 'Made', name, now() + interval '1 hour' from work_items where id = $2`,
      [snapshot_id, item.id],
    )
    return {
      item_id: item.id,
      done_item_id: done,
      archived_item_id: archived,
      other_item_id: other.id,
      relation_id: relation?.relation_id ?? '',
      version_id: results[0]?.id ?? '',
      snapshot_id,
      key: `${side.identifier}-${item.sequence_id}`,
    }
  },
}

/**
 * Returns the name of the field of `TestRowIds` that contains a suitable item for this call. To archive an
 * item, it must be completed. To restore it, it must be archived.
 */
function itemOf({ method, path }: Call): 'item_id' | 'done_item_id' | 'archived_item_id' {
  if (!path.endsWith('/archive/') && !path.endsWith('/bulk-archive-issues/')) return 'item_id'
  return method === 'POST' ? 'done_item_id' : 'archived_item_id'
}
