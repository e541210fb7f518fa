import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import type { ViewSettings } from '#common/work/user-properties/rules.ts'
import type { ViewAccess, ViewRow } from '#common/work/views/schema.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, replaceRows, requestWithVersion, store } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'

/** Loads the views of a project or of the workspace. Afterwards the change feed keeps them up to date. */
export async function loadViews(project_id: string | null): Promise<void> {
  const slug = currentSlug()
  const { answer, version } =
    project_id === null
      ? await requestWithVersion('listWorkspaceViews', { params: { slug } })
      : await requestWithVersion('listViews', { params: { slug, project_id } })
  if (currentSlug() === slug)
    replaceRows(
      'views',
      answer,
      version,
      ({ teamspace_id, ...view }) => view.project_id === project_id && teamspace_id === null,
    )
}

/** Loads the views of a teamspace. Afterwards the change feed keeps them up to date. */
export async function loadTeamViews(teamspace_id: string): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listTeamspaceViews', {
    params: { slug, teamspace_id },
  })
  if (currentSlug() === slug)
    replaceRows('views', answer, version, (view) => view.teamspace_id === teamspace_id)
}

const views = createRowActions('views', {
  create: (view) => createSentCall(callsOf(view).create, { params: paramsOf(view), body: view }),
  update: (view, patch: Partial<ViewFields>) =>
    createSentCall(callsOf(view).update, { params: paramsOf(view), body: patch }),
  remove: (view) => createSentCall(callsOf(view).remove, { params: paramsOf(view) }),
  restore: (view) => createSentCall(callsOf(view).restore, { params: paramsOf(view) }),
})

export type ViewFields = Pick<ViewRow, 'name' | 'description' | 'logo_props' | 'access'> & ViewSettings

/**
 * Creates a view of a project, a teamspace or the workspace. Returns the view, or null if the server rejected
 * it.
 */
export async function createView(
  container: Pick<ViewRow, 'project_id' | 'teamspace_id'>,
  fields: ViewFields,
): Promise<ViewRow | null> {
  const id = newId()
  const now = new Date().toISOString()
  const row: ViewRow = {
    id,
    workspace_id: store.get(workspaceAtom).id ?? '',
    ...container,
    owned_by: getMyId(),
    is_locked: false,
    anchor: null,
    ...fields,
    sort_order: firstPosition,
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
  return mutate({
    ...views.creating(row),
    input: { params: paramsOf(row), body: { id, ...fields } },
  })
}

export async function editView(
  view: ViewRow,
  patch: Pick<ViewRow, 'name' | 'description' | 'logo_props'>,
): Promise<void> {
  await mutate(views.update(view, patch, t('views.edited')))
}

/** Replaces the saved filters and display settings of a view. */
export async function saveView(view: ViewRow, settings: ViewSettings): Promise<void> {
  await mutate(views.update(view, settings, t('views.saved')))
}

export async function setViewAccess(view: ViewRow, access: ViewAccess): Promise<void> {
  const words = access === 1 ? t('views.madeShared') : t('views.madePrivate')
  const call = callsOf(view).setAccess
  await mutate(
    views.set(view, { access }, words, (body) => createSentCall(call, { params: paramsOf(view), body })),
  )
}

export async function setViewLock(view: ViewRow, is_locked: boolean): Promise<void> {
  const words = is_locked ? t('views.lockedDone') : t('views.unlockedDone')
  const { lock, unlock } = callsOf(view)
  await mutate(
    views.set(view, { is_locked }, words, (to) =>
      createSentCall(to.is_locked ? lock : unlock, { params: paramsOf(view) }),
    ),
  )
}

/** Publishes a view: everyone who knows the URL can read it. */
export async function publishView(view: ViewRow): Promise<void> {
  await mutate(
    undoableMutation(publishing(view), t('views.published', { name: view.name }), unpublishing(view)),
  )
}

/** Ends the publication of a view. Undo restores the same URL. */
export async function unpublishView(view: ViewRow): Promise<void> {
  const words = t('views.unpublished', { name: view.name })
  await mutate(undoableMutation(unpublishing(view), words, publishing(view, view.anchor ?? undefined)))
}

function publishing(view: ViewRow, former?: string) {
  const sent = createSentCall(callsOf(view).publish, {
    params: paramsOf(view),
    body: former === undefined ? {} : { former_anchor: former },
  })
  const step = views.setting(view, { anchor: former ?? null }, sent)
  // The server chooses the URL of a first publication, so there is no optimistic change.
  return former === undefined ? { ...step, changes: [] } : step
}

function unpublishing(view: ViewRow) {
  const sent = createSentCall(callsOf(view).unpublish, { params: paramsOf(view) })
  return views.setting(view, { anchor: null }, sent)
}

export async function deleteView(view: ViewRow): Promise<void> {
  await mutate(views.remove(view, t('views.deleted')))
}

/** For each kind of container (project, teamspace or workspace), the calls that change its views. */
const callsIn = {
  project: {
    create: 'createView',
    update: 'updateView',
    remove: 'deleteView',
    restore: 'restoreView',
    setAccess: 'setViewAccess',
    lock: 'lockView',
    unlock: 'unlockView',
    publish: 'publishView',
    unpublish: 'unpublishView',
  },
  teamspace: {
    create: 'createTeamspaceView',
    update: 'updateTeamspaceView',
    remove: 'deleteTeamspaceView',
    restore: 'restoreTeamspaceView',
    setAccess: 'setTeamspaceViewAccess',
    lock: 'lockTeamspaceView',
    unlock: 'unlockTeamspaceView',
    publish: 'publishTeamspaceView',
    unpublish: 'unpublishTeamspaceView',
  },
  workspace: {
    create: 'createWorkspaceView',
    update: 'updateWorkspaceView',
    remove: 'deleteWorkspaceView',
    restore: 'restoreWorkspaceView',
    setAccess: 'setWorkspaceViewAccess',
    lock: 'lockWorkspaceView',
    unlock: 'unlockWorkspaceView',
    publish: 'publishWorkspaceView',
    unpublish: 'unpublishWorkspaceView',
  },
} as const

function callsOf({ project_id, teamspace_id }: Pick<ViewRow, 'project_id' | 'teamspace_id'>) {
  if (teamspace_id !== null) return callsIn.teamspace
  return project_id === null ? callsIn.workspace : callsIn.project
}

/** Returns all ids that a call for a view may need. Each call uses only those in its path. */
function paramsOf({ id, project_id, teamspace_id }: Pick<ViewRow, 'id' | 'project_id' | 'teamspace_id'>) {
  return {
    slug: currentSlug(),
    project_id: project_id ?? '',
    teamspace_id: teamspace_id ?? '',
    view_id: id,
  }
}
