import type { Calls } from '#common/calls.ts'
import { publicPictureUrl } from '#common/documents/files/rules.ts'
import type { ProjectVisibility } from '#common/organization/projects/schema.ts'
import type { BodyInputOf } from '#common/platform/call.ts'
import type { ProjectFeatureFlag } from '#common/platform/guards.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { t } from '../../locales/i18n.ts'
import { applyRows, mutate, request, requestWithVersion } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import type { Project } from '../../platform/sync/tables.ts'
import type { UploadDestination } from '../../platform/uploads/uploads.ts'

export type EditedProjectFields = Partial<{
  name: string
  description: string
  logo_props: LogoProps
  cover_image_url: string | null
  identifier: string
  network: ProjectVisibility
  project_lead: string | null
  default_assignee: string | null
  start_date: string | null
  target_date: string | null
  guest_view_all_features: boolean
  timezone: string
}>

export const projectRowActions = createRowActions('projects', {
  update: ({ id }, body: BodyInputOf<Calls['updateProject']>) =>
    createSentCall('updateProject', { params: { slug: currentSlug(), project_id: id }, body }),
  answersRow: false,
})

/** Sends only changed fields. Undo restores their previous values. */
export async function changeProject(project: Project, fields: EditedProjectFields): Promise<void> {
  const names = (Object.keys(fields) as (keyof EditedProjectFields)[]).filter(
    (name) => JSON.stringify(fields[name]) !== JSON.stringify(project[name]),
  )
  if (names.length === 0) return
  const changed = Object.fromEntries(names.map((name) => [name, fields[name]]))
  const words = t('projects.changed', { name: fields.name ?? project.name })
  await mutate(projectRowActions.update(project, changed, words))
}

export async function setProjectFeature(
  project: Project,
  name: ProjectFeatureFlag,
  isOn: boolean,
): Promise<void> {
  const words = t(`projectFeatures.${isOn ? 'on' : 'off'}`, { name: t(`projectFeatures.${name}`) })
  await mutate(projectRowActions.update(project, { [name]: isOn }, words))
}

export function projectCoverDestination({ id: project_id }: Project): UploadDestination {
  const params = { slug: currentSlug(), project_id }
  return {
    entityType: 'PROJECT_COVER',
    createUpload: (announced) =>
      request('createProjectAsset', { params, body: { ...announced, entity_type: 'PROJECT_COVER' } }),
    async confirm(asset_id) {
      await request('confirmProjectAsset', { params: { ...params, asset_id }, body: {} })
      await showNewCover(params, publicPictureUrl(asset_id))
    },
  }
}

/** Makes a picture of Unsplash the cover of the project. */
export async function chooseUnsplashCover({ id: project_id }: Project, picture_id: string): Promise<void> {
  const params = { slug: currentSlug(), project_id }
  const { asset_url } = await request('setProjectCoverFromUnsplash', { params, body: { picture_id } })
  await showNewCover(params, asset_url)
}

/** Requests the changed project directly, because a client without a live connection receives no changes. */
async function showNewCover(params: { slug: string; project_id: string }, url: string): Promise<void> {
  const { answer, version } = await requestWithVersion('getProject', { params })
  const isIt = answer.cover_image_url === url
  if (isIt && currentSlug() === params.slug) applyRows('projects', [answer], version)
}
