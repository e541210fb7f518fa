import { openPictureUrl } from '#common/documents/files/rules.ts'
import type { Network } from '#common/organization/projects/schema.ts'
import type { ProjectSwitch } from '#common/platform/guards.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { t } from '../../locales/i18n.ts'
import { applyRows, mutate, request, requestWithVersion } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type Mutation, undoable } from '../../platform/sync/mutation.ts'
import type { Project } from '../../platform/sync/tables.ts'
import type { Destination } from '../../platform/uploads/uploads.ts'

export type ProjectFields = Partial<{
  name: string
  description: string
  logo_props: LogoProps
  cover_image_url: string | null
  identifier: string
  network: Network
  project_lead: string | null
  timezone: string
}>

/** Changes what differs; Undo puts it back. */
export async function changeProject(project: Project, fields: ProjectFields): Promise<void> {
  const names = (Object.keys(fields) as (keyof ProjectFields)[]).filter(
    (name) => JSON.stringify(fields[name]) !== JSON.stringify(project[name]),
  )
  if (names.length === 0) return
  const of = (from: ProjectFields) => Object.fromEntries(names.map((name) => [name, from[name]]))
  const setting = (values: ProjectFields): Mutation<'updateProject'> => ({
    call: 'updateProject',
    input: { params: { slug: currentSlug(), project_id: project.id }, body: values },
    changes: [{ entity: 'projects', id: project.id, op: 'update', fields: values }],
  })
  await mutate(
    undoable(
      setting(of(fields)),
      t('projects.changed', { name: fields.name ?? project.name }),
      setting(of(project)),
    ),
  )
}

export async function switchFeature(project: Project, name: ProjectSwitch, isOn: boolean): Promise<void> {
  const setting = (wanted: boolean): Mutation<'updateProject'> => ({
    call: 'updateProject',
    input: { params: { slug: currentSlug(), project_id: project.id }, body: { [name]: wanted } },
    changes: [{ entity: 'projects', id: project.id, op: 'update', fields: { [name]: wanted } }],
  })
  await mutate(
    undoable(
      setting(isOn),
      t(`projectFeatures.${isOn ? 'on' : 'off'}`, { name: t(`projectFeatures.${name}`) }),
      setting(!isOn),
    ),
  )
}

export function coverOf({ id: project_id }: Project): Destination {
  const params = { slug: currentSlug(), project_id }
  return {
    entityType: 'PROJECT_COVER',
    ask: (announced) =>
      request('createProjectAsset', { params, body: { ...announced, entity_type: 'PROJECT_COVER' } }),
    async confirm(asset_id) {
      await request('confirmProjectAsset', { params: { ...params, asset_id }, body: {} })
      // As everybody hears of it, but for the connection over which they do.
      const { answer, version } = await requestWithVersion('getProject', { params })
      const isIt = answer.cover_image_url === openPictureUrl(asset_id)
      if (isIt && currentSlug() === params.slug) applyRows('projects', [answer], version)
    },
  }
}
