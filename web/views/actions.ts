import { newId } from '#common/ids.ts'
import { firstPosition } from '#common/positions.ts'
import type { Looks } from '#common/user-properties/rules.ts'
import type { ViewAccess, ViewRow } from '#common/views/schema.ts'
import { mutate, putBack, replaceRows, requestWithVersion, store, tables, undoable } from '../app/sync.ts'
import { t } from '../locales/i18n.ts'
import { currentSlug, workspaceAtom } from '../shell/workspace.ts'
import { myId } from '../users/me.ts'

/** Reads the views of a project, or those of the workspace; from then on changes keep them. */
export async function loadViews(project_id: string | null): Promise<void> {
  const slug = currentSlug()
  const { answer, version } =
    project_id === null
      ? await requestWithVersion('listWorkspaceViews', { params: { slug } })
      : await requestWithVersion('listViews', { params: { slug, project_id } })
  const elsewhere = [...tables.views.values()].filter((view) => view.project_id !== project_id)
  replaceRows('views', [...elsewhere, ...answer], version)
}

export type NewView = Pick<ViewRow, 'name' | 'logo_props' | 'access'> & Looks

/** Makes a view of a project, or of the workspace; answers it, or null when it was refused. */
export async function createView(project_id: string | null, asked: NewView): Promise<ViewRow | null> {
  const id = newId()
  const now = new Date().toISOString()
  const row: ViewRow = {
    id,
    workspace_id: store.get(workspaceAtom).id ?? '',
    project_id,
    description: '',
    owned_by: myId(),
    is_locked: false,
    ...asked,
    sort_order: firstPosition,
    created_at: now,
    updated_at: now,
    created_by: myId(),
    updated_by: myId(),
  }
  return mutate({
    call: project_id === null ? 'createWorkspaceView' : 'createView',
    input: { params: { slug: currentSlug(), project_id: project_id ?? '' }, body: { id, ...asked } },
    changes: [{ entity: 'views', id, op: 'create', fields: row }],
    answers: 'views',
  })
}

export function editView(view: ViewRow, patch: Pick<ViewRow, 'name' | 'logo_props'>): Promise<void> {
  const { name, logo_props } = view
  return change(view, patch, { name, logo_props }, t('views.edited'))
}

/** Keeps other filters and another display in a view. */
export function saveView(view: ViewRow, kept: Looks): Promise<void> {
  const { filters, rich_filters, display_filters, display_properties } = view
  const before = { filters, rich_filters, display_filters, display_properties }
  return change(view, kept, before, t('views.saved'))
}

async function change<Fields extends Partial<ViewRow>>(
  view: ViewRow,
  fields: Fields,
  before: Fields,
  message: string,
): Promise<void> {
  const remember = undoable()
  const send = (body: Partial<Fields>) =>
    mutate({
      call: view.project_id === null ? 'updateWorkspaceView' : 'updateView',
      input: { params: paramsOf(view), body },
      changes: [{ entity: 'views', id: view.id, op: 'update', fields: body }],
      answers: 'views',
      inTurn: view.id,
    })
  const answer = await send(fields)
  if (answer === null) return
  remember({ message, undo: () => putBack('views', view.id, answer, before, send) })
}

export async function setViewAccess(view: ViewRow, access: ViewAccess): Promise<void> {
  const remember = undoable()
  const send = (wanted: ViewAccess) =>
    mutate({
      call: view.project_id === null ? 'setWorkspaceViewAccess' : 'setViewAccess',
      input: { params: paramsOf(view), body: { access: wanted } },
      changes: [{ entity: 'views', id: view.id, op: 'update', fields: { access: wanted } }],
      answers: 'views',
    })
  if ((await send(access)) === null) return
  remember({
    message: access === 1 ? t('views.madeShared') : t('views.madePrivate'),
    undo: () => send(view.access),
  })
}

export async function setViewLock(view: ViewRow, is_locked: boolean): Promise<void> {
  const remember = undoable()
  const calls =
    view.project_id === null
      ? ({ lock: 'lockWorkspaceView', unlock: 'unlockWorkspaceView' } as const)
      : ({ lock: 'lockView', unlock: 'unlockView' } as const)
  const send = (wanted: boolean) =>
    mutate({
      call: wanted ? calls.lock : calls.unlock,
      input: { params: paramsOf(view) },
      changes: [{ entity: 'views', id: view.id, op: 'update', fields: { is_locked: wanted } }],
      answers: 'views',
    })
  if ((await send(is_locked)) === null) return
  remember({
    message: is_locked ? t('views.lockedDone') : t('views.unlockedDone'),
    undo: () => send(!is_locked),
  })
}

export async function deleteView(view: ViewRow): Promise<void> {
  const remember = undoable()
  const answer = await mutate({
    call: view.project_id === null ? 'deleteWorkspaceView' : 'deleteView',
    input: { params: paramsOf(view) },
    changes: [{ entity: 'views', id: view.id, op: 'delete', fields: {} }],
  })
  if (answer === null) return
  const restore = () =>
    mutate({
      call: view.project_id === null ? 'restoreWorkspaceView' : 'restoreView',
      input: { params: paramsOf(view) },
      changes: [{ entity: 'views', id: view.id, op: 'create', fields: view }],
      answers: 'views',
    })
  remember({ message: t('views.deleted'), undo: restore })
}

/** The calls of the workspace's views leave the project out. */
function paramsOf({ id, project_id }: ViewRow) {
  return { slug: currentSlug(), project_id: project_id ?? '', view_id: id }
}
