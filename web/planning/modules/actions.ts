import { atom } from 'jotai'
import type { Calls } from '#common/calls.ts'
import type { ModuleLink, ModuleRow } from '#common/planning/modules/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import { placeRow } from '../../platform/app/place-row.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { myId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { type AnyMutation, anyMutation, type Mutation, undoable } from '../../platform/sync/mutation.ts'
import { rowActions, sending } from '../../platform/sync/row-actions.ts'
import { holdKeys } from '../../platform/ui/early-keys.ts'

export interface ModuleDialog {
  project_id: string
  /** Null for one that is being made. */
  id: string | null
}

/** The dialog in which a module is written, null while it is closed. */
export const moduleDialogAtom = atom<ModuleDialog | null>(null)

export function openModuleForm(dialog: ModuleDialog): void {
  holdKeys()
  store.set(moduleDialogAtom, dialog)
}

/** What is written in a module. */
export type ModuleFields = Pick<
  ModuleRow,
  'name' | 'description' | 'status' | 'start_date' | 'target_date' | 'lead_id' | 'member_ids'
>

export async function createModule(project_id: string, fields: ModuleFields): Promise<void> {
  const id = newId()
  const now = new Date().toISOString()
  const row: ModuleRow = {
    ...fields,
    id,
    workspace_id: store.get(workspaceAtom).id ?? '',
    project_id,
    link_module: [],
    logo_props: {},
    sort_order: firstPosition,
    archived_at: null,
    created_at: now,
    updated_at: now,
    created_by: myId(),
    updated_by: myId(),
  }
  const words = t('modules.created', { name: row.name })
  await mutate({ ...modules.create(row, words), opens: { entity: 'modules', id } })
}

type Change = BodyOf<Calls['updateModule']>

const modules = rowActions('modules', {
  create: ({ id, project_id, name, description, status, start_date, target_date, lead_id, member_ids }) =>
    sending('createModule', {
      params: { slug: currentSlug(), project_id },
      body: { id, name, description, status, start_date, target_date, lead_id, member_ids },
    }),
  update: (row, change: Change) => sending('updateModule', { params: paramsOf(row), body: change }),
  remove: (row) => sending('deleteModule', { params: paramsOf(row) }),
  restore: (row) => sending('restoreModule', { params: paramsOf(row) }),
})

/** Any of its fields. */
export async function editModule(row: ModuleRow, change: Change): Promise<void> {
  await mutate(editing(row, change))
}

/** Before the one at `at` of the others that are shown. */
export function placeModuleAmong(row: ModuleRow, others: readonly ModuleRow[], at: number): Promise<void> {
  return placeRow({
    others,
    at,
    positionOf: ({ sort_order }) => sort_order,
    move: (other, sort_order) => editing(other, { sort_order }),
    place: (sort_order) => editing(row, { sort_order }),
    words: t('modules.changed', { name: row.name }),
  })
}

function editing(row: ModuleRow, change: Change): AnyMutation {
  return anyMutation(modules.update(row, change, t('modules.changed', { name: change.name ?? row.name })))
}

/** Its items stay. */
export async function deleteModule(row: ModuleRow): Promise<void> {
  await mutate(modules.remove(row, t('modules.deleted', { name: row.name })))
}

export async function setModuleArchived(row: ModuleRow, isArchived: boolean): Promise<void> {
  const setting = (wanted: boolean): Mutation<'archiveModule' | 'unarchiveModule'> => ({
    call: wanted ? 'archiveModule' : 'unarchiveModule',
    input: { params: paramsOf(row) },
    changes: [
      {
        entity: 'modules',
        id: row.id,
        op: 'update',
        fields: { archived_at: wanted ? (row.archived_at ?? new Date().toISOString()) : null },
      },
    ],
  })
  await mutate(
    undoable(
      setting(isArchived),
      t(isArchived ? 'modules.archived' : 'modules.unarchived', { name: row.name }),
      setting(!isArchived),
    ),
  )
}

/** An item that is not in it yet; it need not be on this device. */
export async function addToModule(row: ModuleRow, id: string): Promise<void> {
  await mutate(undoable(adding(row, id), t('modules.added', { name: row.name }), taking(row, id)))
}

export async function takeFromModule(row: ModuleRow, id: string): Promise<void> {
  await mutate(undoable(taking(row, id), t('modules.taken', { name: row.name }), adding(row, id)))
}

type LinkFields = Pick<ModuleLink, 'title' | 'url'>

export async function addLink(row: ModuleRow, fields: LinkFields): Promise<void> {
  const link: ModuleLink = {
    ...fields,
    id: newId(),
    metadata: {},
    created_at: new Date().toISOString(),
    created_by_id: myId(),
  }
  await mutate(undoable(addingLink(row, link), t('modules.linkAdded'), deletingLink(row, link)))
}

export async function editLink(row: ModuleRow, link: ModuleLink, fields: LinkFields): Promise<void> {
  await mutate(
    undoable(
      patchingLink(row, link, fields),
      t('modules.linkChanged'),
      patchingLink(row, link, { title: link.title, url: link.url }),
    ),
  )
}

export async function deleteLink(row: ModuleRow, link: ModuleLink): Promise<void> {
  await mutate(undoable(deletingLink(row, link), t('modules.linkDeleted'), addingLink(row, link)))
}

function adding(row: ModuleRow, id: string): Mutation<'addToModule'> {
  return {
    call: 'addToModule',
    input: { params: paramsOf(row), body: { issues: [id] } },
    changes: modulesOf(id, (before) => [...before.filter((each) => each !== row.id), row.id]),
  }
}

function taking(row: ModuleRow, id: string): Mutation<'removeFromModule'> {
  return {
    call: 'removeFromModule',
    input: { params: { ...paramsOf(row), issue_id: id } },
    changes: modulesOf(id, (before) => before.filter((each) => each !== row.id)),
  }
}

function modulesOf(id: string, become: (before: string[]) => string[]) {
  const known = tables.work_items.get(id)
  if (known === undefined) return []
  return [
    { entity: 'work_items', id, op: 'update', fields: { module_ids: become(known.module_ids) } } as const,
  ]
}

function addingLink(row: ModuleRow, { id, title, url }: ModuleLink): Mutation<'createModuleLink'> {
  return {
    call: 'createModuleLink',
    input: { params: paramsOf(row), body: { id, title, url } },
    changes: linksOf(row, (links) => [
      ...links.filter((link) => link.id !== id),
      { id, title, url, metadata: {}, created_at: new Date().toISOString(), created_by_id: myId() },
    ]),
    inTurn: row.id,
  }
}

function patchingLink(row: ModuleRow, { id }: ModuleLink, fields: LinkFields): Mutation<'updateModuleLink'> {
  return {
    call: 'updateModuleLink',
    input: { params: { ...paramsOf(row), module_link_id: id }, body: fields },
    changes: linksOf(row, (links) => links.map((link) => (link.id === id ? { ...link, ...fields } : link))),
    inTurn: row.id,
  }
}

function deletingLink(row: ModuleRow, { id }: ModuleLink): Mutation<'deleteModuleLink'> {
  return {
    call: 'deleteModuleLink',
    input: { params: { ...paramsOf(row), module_link_id: id } },
    changes: linksOf(row, (links) => links.filter((link) => link.id !== id)),
    inTurn: row.id,
  }
}

function linksOf({ id, link_module }: ModuleRow, become: (links: ModuleLink[]) => ModuleLink[]) {
  const links = tables.modules.get(id)?.link_module ?? link_module
  return [{ entity: 'modules', id, op: 'update', fields: { link_module: become(links) } } as const]
}

function paramsOf({ id, project_id }: ModuleRow) {
  return { slug: currentSlug(), project_id, module_id: id }
}
