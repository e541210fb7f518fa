import type { Calls } from '#common/calls.ts'
import { publicPictureId, publicPictureUrl } from '#common/documents/files/rules.ts'
import type { WorkspaceRow } from '#common/organization/workspaces/schema.ts'
import type { BodyInputOf } from '#common/platform/call.ts'
import { t } from '../../locales/i18n.ts'
import { applyRows, mutate, request, requestWithVersion, tables } from '../../platform/app/sync.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { toast } from '../../platform/ui/toast.ts'
import type { UploadDestination } from '../../platform/uploads/uploads.ts'

export function workspaceLogoDestination({ slug }: WorkspaceRow): UploadDestination {
  return {
    entityType: 'WORKSPACE_LOGO',
    createUpload: (announced) =>
      request('createWorkspaceAsset', {
        params: { slug },
        body: { ...announced, entity_type: 'WORKSPACE_LOGO' },
      }),
    async confirm(asset_id) {
      await request('confirmWorkspaceAsset', { params: { slug, asset_id }, body: {} })
      // Requests the changed workspace directly, because a client without a live connection receives no
      // changes.
      const { answer, version } = await requestWithVersion('getWorkspace', { params: { slug } })
      if (answer.logo_url === publicPictureUrl(asset_id)) applyRows('workspaces', [answer], version)
    },
  }
}

export async function removeWorkspaceLogo({ id, slug, logo_url }: WorkspaceRow): Promise<void> {
  const asset_id = publicPictureId(logo_url)
  if (asset_id === null) return
  if (!isKnown(id)) return void toast.error(t('failures.workspace'))
  await mutate(
    workspaces.set({ id, logo_url }, { logo_url: null }, t('workspaces.logoRemoved'), (to) =>
      createSentCall(to.logo_url === null ? 'deleteWorkspaceAsset' : 'restoreWorkspaceAsset', {
        params: { slug, asset_id },
      }),
    ),
  )
}

const workspaces = createRowActions('workspaces', {
  update: ({ slug }, body: BodyInputOf<Calls['updateWorkspace']>) =>
    createSentCall('updateWorkspace', { params: { slug }, body }),
  answersRow: false,
})

export async function renameWorkspace(workspace: WorkspaceRow, name: string): Promise<void> {
  await mutate(workspaces.update(workspace, { name }, t('workspaces.renamed', { name })))
}

export async function setTwoFactorRequired(workspace: WorkspaceRow, wanted: boolean): Promise<void> {
  const words = t(wanted ? 'workspaces.factorOn' : 'workspaces.factorOff')
  await mutate(workspaces.update(workspace, { requires_second_factor: wanted }, words))
}

export async function changeWorkspace(
  workspace: WorkspaceRow,
  fields: Pick<BodyInputOf<Calls['updateWorkspace']>, 'organization_size' | 'timezone'>,
): Promise<void> {
  await mutate(workspaces.update(workspace, fields, t('workspaces.changed')))
}

/** Returns false if the user has just lost access to the workspace. */
function isKnown(id: string): boolean {
  return tables.workspaces.get(id) !== undefined
}
