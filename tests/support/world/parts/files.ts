import { newId } from '#common/platform/ids.ts'
import { type ApiClient, runSql } from '../../api-client.ts'
import type { TestServer } from '../../server.ts'
import { attachFileToItem } from '../../upload.ts'
import type { FeatureFixture } from '../part.ts'
import { setFileOwner, someFile, somePicture, uploadSamplePicture } from '../rows.ts'

declare module '../side.ts' {
  interface TestRowIds {
    /** The id of an attachment of the item, which the item's creator uploaded. */
    attachment_id: string
    /**
     * The ids of a picture in the item's description and of the workspace's logo, which the item's creator
     * uploaded.
     */
    project_asset_id: string
    workspace_asset_id: string
    user_asset_id: string
    /** The URL of the workspace's logo, from which the server can copy a picture. */
    public_picture_url: string
    /**
     * The avatar of a person. All workspaces of the test data contain the same id, because everybody who
     * shares a workspace with the person may see the avatar.
     */
    open_asset_id: string
  }
}

export const featureFixture: FeatureFixture = {
  after: ['work-items'],
  insideProject: ['attachment_id', 'project_asset_id'],
  madeRows: {
    attachment_id: { table: 'file_assets', column: 'created_by', id: 'attachment_id' },
    project_asset_id: { table: 'file_assets', column: 'created_by', id: 'project_asset_id' },
    workspace_asset_id: {
      table: 'file_assets',
      column: 'created_by',
      id: 'workspace_asset_id',
      isSeenByAll: true,
      // The logo has no owner, because every admin may manage it. The SQL turns the file into a picture of a
      // draft, which has an owner.
      ownWhere: "entity_type = 'DRAFT_ISSUE_DESCRIPTION', entity_identifier = null",
    },
  },
  places: (side) => ({
    attachment_id: side.attachment_id,
    project_asset_id: side.project_asset_id,
    workspace_asset_id: side.workspace_asset_id,
    user_asset_id: side.user_asset_id,
    open_asset_id: side.open_asset_id,
  }),
  fields: (side) => ({
    type: 'image/png',
    picture_id: 'p1',
    cover: side.project_asset_id,
    asset_ids: side.project_asset_id,
  }),
  fieldsOfCall: (side, { path }) =>
    path.endsWith('/remote-pictures/') ? { url: side.public_picture_url } : {},
  async inWorkspace({ server, admin, params, side }) {
    const uploadTarget = await admin.call('createWorkspaceAsset', { params, body: picture('WORKSPACE_LOGO') })
    const asset_id = await uploadSamplePicture(server, uploadTarget)
    await admin.call('confirmWorkspaceAsset', { params: { ...params, asset_id }, body: {} })
    await setFileOwner(server, asset_id, side.maker_id)
    return {
      workspace_asset_id: asset_id,
      user_asset_id: await coverOf(server, side.maker_id),
      public_picture_url: `${server.url}/api/assets/v2/static/${asset_id}/`,
    }
  },
  async inProject({ server, admin, params, side, sql }) {
    const file = await attachFileToItem(server, admin, { ...params, id: side.item_id }, someFile)
    const body = picture('ISSUE_DESCRIPTION', side.item_id)
    const asset_id = await uploadSamplePicture(
      server,
      await admin.call('createProjectAsset', { params, body }),
    )
    await admin.call('confirmProjectAsset', { params: { ...params, asset_id }, body: {} })
    for (const id of [file.id, asset_id]) await setFileOwner(server, id, side.maker_id)
    await sql('update work_items set description_html = description_html || $1 where id = $2', [
      `<image-component src="${asset_id}"></image-component>`,
      side.item_id,
    ])
    return { attachment_id: file.id, project_asset_id: asset_id }
  },
  ofPerson: {
    who: 'signed-in',
    make: async ({ server, person }) => ({ user_asset_id: await coverOf(server, person.id) }),
  },
}

/** Creates the avatar of a person, which is visible to everybody who shares a workspace with that person. */
export async function addAvatar(server: TestServer, who: ApiClient): Promise<string> {
  const uploadTarget = await who.call('createUserAsset', { body: picture('USER_AVATAR') })
  const asset_id = await uploadSamplePicture(server, uploadTarget)
  await who.call('confirmUserAsset', { params: { asset_id }, body: {} })
  return asset_id
}

function picture(entity_type: string, entity_identifier?: string) {
  const { name, type, bytes } = somePicture
  return { name, type, size: bytes.length, entity_type, entity_identifier }
}

/** Creates the row of a cover without its file. */
async function coverOf(server: TestServer, userId: string): Promise<string> {
  const id = newId()
  const attributes = { name: 'cover.png', size: 1, type: 'image/webp', width: 1, height: 1 }
  await runSql(
    server.databaseUrl,
    `insert into file_assets (id, entity_type, entity_identifier, attributes, uploaded_at, created_by)
     values ($1, 'USER_COVER', $2, $3, now(), $2)`,
    [id, userId, attributes],
  )
  return id
}
