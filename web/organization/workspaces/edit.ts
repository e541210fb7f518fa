import { openPictureId, openPictureUrl } from '#common/documents/files/rules.ts'
import type { WorkspaceRow } from '#common/organization/workspaces/schema.ts'
import { t } from '../../locales/i18n.ts'
import { applyRows, mutate, request, requestWithVersion } from '../../platform/app/sync.ts'
import { type Mutation, undoable } from '../../platform/sync/mutation.ts'
import type { Destination } from '../../platform/uploads/uploads.ts'

export function logoOf({ slug }: WorkspaceRow): Destination {
  return {
    entityType: 'WORKSPACE_LOGO',
    ask: (announced) =>
      request('createWorkspaceAsset', {
        params: { slug },
        body: { ...announced, entity_type: 'WORKSPACE_LOGO' },
      }),
    async confirm(asset_id) {
      await request('confirmWorkspaceAsset', { params: { slug, asset_id }, body: {} })
      // As everybody hears of it, but for the connection over which they do.
      const { answer, version } = await requestWithVersion('getWorkspace', { params: { slug } })
      if (answer.logo_url === openPictureUrl(asset_id)) applyRows('workspaces', [answer], version)
    },
  }
}

export async function removeLogo({ id, slug, logo_url }: WorkspaceRow): Promise<void> {
  const asset_id = openPictureId(logo_url)
  if (asset_id === null) return
  const showing = (call: 'deleteWorkspaceAsset' | 'restoreWorkspaceAsset', shown: string | null) =>
    ({
      call,
      input: { params: { slug, asset_id } },
      changes: [{ entity: 'workspaces', id, op: 'update', fields: { logo_url: shown } }],
    }) satisfies Mutation<'deleteWorkspaceAsset' | 'restoreWorkspaceAsset'>
  await mutate(
    undoable(
      showing('deleteWorkspaceAsset', null),
      t('workspaces.logoRemoved'),
      showing('restoreWorkspaceAsset', logo_url),
    ),
  )
}

export async function renameWorkspace({ id, slug, name: before }: WorkspaceRow, name: string): Promise<void> {
  const calling = (wanted: string): Mutation<'updateWorkspace'> => ({
    call: 'updateWorkspace',
    input: { params: { slug }, body: { name: wanted } },
    changes: [{ entity: 'workspaces', id, op: 'update', fields: { name: wanted } }],
  })
  const words = t('workspaces.renamed', { name })
  await mutate(undoable(calling(name), words, calling(before)))
}

export async function requireSecondFactor(
  { id, slug }: Pick<WorkspaceRow, 'id' | 'slug'>,
  wanted: boolean,
): Promise<void> {
  const calling = (requires_second_factor: boolean): Mutation<'updateWorkspace'> => ({
    call: 'updateWorkspace',
    input: { params: { slug }, body: { requires_second_factor } },
    changes: [{ entity: 'workspaces', id, op: 'update', fields: { requires_second_factor } }],
  })
  const words = t(wanted ? 'workspaces.factorOn' : 'workspaces.factorOff')
  await mutate(undoable(calling(wanted), words, calling(!wanted)))
}
