import { newId } from '#common/platform/ids.ts'
import type { FeatureFixture } from '../part.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** A notification of the user `maker_id` about the item. */
    notification_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['work-items'],
  insideProject: ['notification_id'],
  madeRows: {
    notification_id: {
      table: 'notification_receipts',
      column: 'receiver',
      key: 'notification_id',
      id: 'notification_id',
      hiddenFrom: 'everybody',
    },
  },
  places: (side) => ({ notification_id: side.notification_id }),
  async inProject({ admin, params, side, sql }) {
    const item = await admin.call('getWorkItem', { params: { ...params, id: side.item_id } })
    const id = newId()
    const happened = {
      ...{ id, verb: 'updated', field: 'priority', actor: null, old_value: 'none', new_value: 'high' },
      ...{ old_identifier: null, new_identifier: null, issue_comment: null },
      created_at: new Date().toISOString(),
    }
    const data = {
      issue: {
        ...{ id: item.id, name: item.name, identifier: '', sequence_id: item.sequence_id },
        ...{ state_name: 'Backlog', state_group: 'backlog' },
      },
      issue_activity: happened,
      issue_activities: [happened],
      count: 1,
    }
    await sql(
      `with told as (
         insert into notifications (id, workspace_id, project_id, receivers, entity_identifier, issue_id, issue_created_by, title,
           message_html, data, happened, is_mentioned_notification, created_at, updated_at)
         values ($1, $2, $3, array[$4::uuid], $5, $5, $4, 'updated the priority', '', $6, '[]', false, now(), now()))
       insert into notification_receipts (notification_id, receiver, workspace_id, sender)
       values ($1, $4, $2, 'in_app:issue_activities:created')`,
      [id, side.workspace_id, side.project_id, side.maker_id, item.id, data],
    )
    return { notification_id: id }
  },
}
