import type { Calls } from '#common/calls.ts'
import type { ModuleLink, ModuleRow } from '#common/planning/modules/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall, type SentCall } from '../../platform/sync/row-actions.ts'
import { createCycleOrModuleActions, newCycleOrModuleRow } from '../cycles-and-modules/actions.ts'
import type { CycleOrModuleDefinition } from '../cycles-and-modules/definition.ts'
import { useModuleRights } from './rights.ts'

/** The fields of the module form. */
export type ModuleFields = Pick<
  ModuleRow,
  'name' | 'description' | 'status' | 'start_date' | 'target_date' | 'lead_id' | 'member_ids'
>

export async function createModule(project_id: string, fields: ModuleFields): Promise<void> {
  const row: ModuleRow = { ...newCycleOrModuleRow(project_id), ...fields, link_module: [] }
  const words = t('modules.created', { name: row.name })
  await mutate({ ...modules.create(row, words), createdRow: { entity: 'modules', id: row.id } })
}

type Change = BodyOf<Calls['updateModule']>

const modules = createRowActions('modules', {
  create: ({ id, project_id, name, description, status, start_date, target_date, lead_id, member_ids }) =>
    createSentCall('createModule', {
      params: { slug: currentSlug(), project_id },
      body: { id, name, description, status, start_date, target_date, lead_id, member_ids },
    }),
  update: (row, change: Change) => createSentCall('updateModule', { params: paramsOf(row), body: change }),
  remove: (row) => createSentCall('deleteModule', { params: paramsOf(row) }),
  restore: (row) => createSentCall('restoreModule', { params: paramsOf(row) }),
})

/** Updates the given fields of a module. */
export async function editModule(row: ModuleRow, change: Change): Promise<void> {
  await mutate(modules.update(row, change, t('modules.changed', { name: change.name ?? row.name })))
}

export const moduleDefinition: CycleOrModuleDefinition<ModuleRow> = {
  table: 'modules',
  kind: 'module',
  useRights: useModuleRights,
  // Deletes a module. Its items stay in the project.
  remove: (row) => mutate(modules.remove(row, t('modules.deleted', { name: row.name }))),
  ...createCycleOrModuleActions<
    ModuleRow,
    'archiveModule' | 'unarchiveModule',
    'addToModule',
    'removeFromModule'
  >('modules', {
    archive: (row, isArchived) =>
      createSentCall(isArchived ? 'archiveModule' : 'unarchiveModule', { params: paramsOf(row) }),
    reorder: (row, sort_order, words) => toAnyMutation(modules.update(row, { sort_order }, words)),
    add: (row, id) => createSentCall('addToModule', { params: paramsOf(row), body: { issues: [id] } }),
    take: (row, id) => createSentCall('removeFromModule', { params: { ...paramsOf(row), issue_id: id } }),
    changedFields({ module_ids }, { id }, isIn) {
      const others = module_ids.filter((each) => each !== id)
      return { module_ids: isIn ? [...others, id] : others }
    },
  }),
}

type LinkFields = Pick<ModuleLink, 'title' | 'url'>

export async function addModuleLink(row: ModuleRow, fields: LinkFields): Promise<void> {
  const link: ModuleLink = {
    ...fields,
    id: newId(),
    metadata: {},
    created_at: new Date().toISOString(),
    created_by_id: getMyId(),
  }
  await mutate(undoableMutation(addingLink(row, link), t('modules.linkAdded'), deletingLink(row, link)))
}

export async function editModuleLink(row: ModuleRow, link: ModuleLink, fields: LinkFields): Promise<void> {
  await mutate(
    undoableMutation(
      patchingLink(row, link, fields),
      t('modules.linkChanged'),
      patchingLink(row, link, { title: link.title, url: link.url }),
    ),
  )
}

export async function deleteModuleLink(row: ModuleRow, link: ModuleLink): Promise<void> {
  await mutate(undoableMutation(deletingLink(row, link), t('modules.linkDeleted'), addingLink(row, link)))
}

function addingLink(row: ModuleRow, link: ModuleLink) {
  const { id, title, url } = link
  return linkMutation(
    row,
    createSentCall('createModuleLink', { params: paramsOf(row), body: { id, title, url } }),
    (links) => [...links.filter((one) => one.id !== id), link],
  )
}

function patchingLink(row: ModuleRow, { id }: ModuleLink, fields: LinkFields) {
  return linkMutation(
    row,
    createSentCall('updateModuleLink', { params: { ...paramsOf(row), module_link_id: id }, body: fields }),
    (links) => links.map((link) => (link.id === id ? { ...link, ...fields } : link)),
  )
}

function deletingLink(row: ModuleRow, { id }: ModuleLink) {
  return linkMutation(
    row,
    createSentCall('deleteModuleLink', { params: { ...paramsOf(row), module_link_id: id } }),
    (links) => links.filter((link) => link.id !== id),
  )
}

type LinkCall = 'createModuleLink' | 'updateModuleLink' | 'deleteModuleLink'

function linkMutation<C extends LinkCall>(
  { id, link_module }: ModuleRow,
  call: SentCall<C>,
  become: (links: ModuleLink[]) => ModuleLink[],
): Mutation<C> {
  const links = tables.modules.get(id)?.link_module ?? link_module
  return {
    ...call,
    changes: [{ entity: 'modules', id, op: 'update', fields: { link_module: become(links) } }],
    queueKey: id,
  }
}

function paramsOf({ id, project_id }: ModuleRow) {
  return { slug: currentSlug(), project_id, module_id: id }
}
