import type { Call } from '#common/platform/call.ts'
import { attachFileToItem } from '../../upload.ts'
import type { FeatureFixture } from '../part.ts'
import { createCompletedItem, setFileOwner, someFile } from '../rows.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /**
     * The id of an epic that the creator of the item created. The next two fields are a completed epic and an archived
     * epic. The other fields are rows of the first epic, such as a comment.
     */
    epic_id: string
    done_epic_id: string
    archived_epic_id: string
    epic_comment_id: string
    epic_link_id: string
    epic_relation_id: string
    epic_version_id: string
    epic_attachment_id: string
    epic_update_id: string
    epic_type_id: string
  }
}

export const featureFixture: FeatureFixture = {
  insideProject: [
    ...['epics/{id}', 'update_id', 'epic_comment_id', 'epic_link_id', 'epic_relation_id'],
    ...['epic_version_id', 'epic_attachment_id'],
  ],
  madeRows: {
    'epics/{id}': { table: 'work_items', column: 'created_by', id: 'epic_id' },
    epic_comment_id: { table: 'work_item_comments', column: 'actor', id: 'epic_comment_id' },
    epic_attachment_id: { table: 'file_assets', column: 'created_by', id: 'epic_attachment_id' },
    update_id: { table: 'epic_updates', column: 'created_by', id: 'epic_update_id' },
  },
  places: (side, call) => ({
    'epics/{id}': side[epicOf(call)],
    update_id: side.epic_update_id,
    epic_comment_id: side.epic_comment_id,
    epic_link_id: side.epic_link_id,
    epic_relation_id: side.epic_relation_id,
    epic_version_id: side.epic_version_id,
    epic_attachment_id: side.epic_attachment_id,
  }),
  fields: (side) => ({ epic_id: side.epic_id, type_id: side.epic_type_id }),
  fieldsOfCall: (side, { path, area }) =>
    path.endsWith('/comments/') && area === 'epics' ? { parent_id: side.epic_comment_id } : {},
  async inProject({ server, admin, params, side, sql }) {
    const make = async (name: string) => {
      const item = await createCompletedItem(admin, params, name)
      await admin.call('convertToEpic', { params: { ...params, id: item } })
      return item
    }
    const done = await make('Done epic')
    const archived = await make('Archived epic')
    await admin.call('archiveEpic', { params: { ...params, id: archived } })
    const { id, type_id } = await admin.call('createEpic', {
      params,
      body: { name: 'Epic of Tom', description_html: '<p>Written by Tom</p>' },
    })
    const at = { params: { ...params, id } }
    const [relation] = await admin.call('createRelations', {
      ...at,
      body: { relation_type: 'relates_to', issues: [done] },
    })
    const comment = await admin.call('createEpicComment', { ...at, body: { comment_html: '<p>Said</p>' } })
    const link = await admin.call('createEpicLink', { ...at, body: { url: 'https://tom.example' } })
    const update = await admin.call('createEpicUpdate', { ...at, body: { status: 'on_track' } })
    const { results } = await admin.call('listEpicVersions', at)
    const file = await attachFileToItem(server, admin, at.params, someFile)
    await setFileOwner(server, file.id, side.maker_id)
    await sql('update work_items set created_by = $1 where id = $2', [side.maker_id, id])
    await sql('update work_item_comments set actor = $1 where id = $2', [side.maker_id, comment.id])
    await sql('update epic_updates set created_by = $1 where id = $2', [side.maker_id, update.id])
    return {
      epic_id: id,
      done_epic_id: done,
      archived_epic_id: archived,
      epic_comment_id: comment.id,
      epic_link_id: link.id,
      epic_relation_id: relation?.relation_id ?? '',
      epic_version_id: results[0]?.id ?? '',
      epic_attachment_id: file.id,
      epic_update_id: update.id,
      epic_type_id: type_id ?? '',
    }
  },
}

/**
 * Returns the name of the field of `TestRowIds` that contains a suitable epic for this call. Only a completed epic
 * can be archived, and only an archived epic can be restored.
 */
function epicOf({ method, path }: Call): 'epic_id' | 'done_epic_id' | 'archived_epic_id' {
  if (!path.endsWith('/archive/')) return 'epic_id'
  return method === 'POST' ? 'done_epic_id' : 'archived_epic_id'
}
