import { newId } from '#common/ids.ts'
import type { PageAccess, PageRow } from '#common/pages/schema.ts'
import { firstPosition } from '#common/positions.ts'
import type { LogoProps } from '#common/projects/schema.ts'
import { mutate, putBack, replaceRows, requestWithVersion, tables, undoable } from '../app/sync.ts'
import { t } from '../locales/i18n.ts'
import { currentSlug } from '../shell/workspace.ts'
import { myId } from '../users/me.ts'

/** Reads the pages of a project; from then on changes keep them. */
export async function loadPages(project_id: string): Promise<void> {
  const { answer, version } = await requestWithVersion('listPages', {
    params: { slug: currentSlug(), project_id },
  })
  const elsewhere = [...tables.pages.values()].filter((page) => !page.project_ids.includes(project_id))
  replaceRows('pages', [...elsewhere, ...answer], version)
}

/** Makes an empty page; answers its id, or null when it was refused. */
export async function createPage(project_id: string, access: PageAccess = 0): Promise<string | null> {
  const project = tables.projects.get(project_id)
  if (project === undefined) return null
  const id = newId()
  const now = new Date().toISOString()
  const row: PageRow = {
    id,
    workspace_id: project.workspace_id,
    project_ids: [project_id],
    name: '',
    owned_by: myId(),
    access,
    color: '',
    logo_props: {},
    view_props: { full_width: false },
    label_ids: [],
    parent: null,
    sort_order: firstPosition,
    is_locked: false,
    archived_at: null,
    created_at: now,
    updated_at: now,
    created_by: myId(),
    updated_by: myId(),
  }
  const answer = await mutate({
    call: 'createPage',
    input: { params: { slug: currentSlug(), project_id }, body: { id, access } },
    changes: [{ entity: 'pages', id, op: 'create', fields: row }],
    answers: 'pages',
  })
  return answer === null ? null : id
}

export async function setPageLogo(page: PageRow, logo_props: LogoProps): Promise<void> {
  const remember = undoable()
  const send = (logo: LogoProps) =>
    mutate({
      call: 'updatePage',
      input: { params: paramsOf(page), body: { logo_props: logo } },
      changes: [{ entity: 'pages', id: page.id, op: 'update', fields: { logo_props: logo } }],
      answers: 'pages',
    })
  if ((await send(logo_props)) === null) return
  const { logo_props: before } = page
  const undo = () => putBack('pages', page.id, { logo_props }, { logo_props: before }, () => send(before))
  remember({ message: t('pages.iconChanged'), undo })
}

export async function setPageAccess(page: PageRow, access: PageAccess): Promise<void> {
  const remember = undoable()
  const send = (wanted: PageAccess) =>
    mutate({
      call: 'setPageAccess',
      input: { params: paramsOf(page), body: { access: wanted } },
      changes: [{ entity: 'pages', id: page.id, op: 'update', fields: { access: wanted } }],
      answers: 'pages',
    })
  if ((await send(access)) === null) return
  const message = access === 1 ? t('pages.madePrivate') : t('pages.madePublic')
  remember({ message, undo: () => send(page.access) })
}

export async function setPageLock(page: PageRow, is_locked: boolean): Promise<void> {
  const remember = undoable()
  const send = (wanted: boolean) =>
    mutate({
      call: wanted ? 'lockPage' : 'unlockPage',
      input: { params: paramsOf(page) },
      changes: [{ entity: 'pages', id: page.id, op: 'update', fields: { is_locked: wanted } }],
      answers: 'pages',
    })
  if ((await send(is_locked)) === null) return
  remember({
    message: is_locked ? t('pages.lockedDone') : t('pages.unlockedDone'),
    undo: () => send(!is_locked),
  })
}

export async function deletePage(page: PageRow): Promise<void> {
  const remember = undoable()
  const answer = await mutate({
    call: 'deletePage',
    input: { params: paramsOf(page) },
    changes: [{ entity: 'pages', id: page.id, op: 'delete', fields: {} }],
  })
  if (answer === null) return
  const restore = () =>
    mutate({
      call: 'restorePage',
      input: { params: paramsOf(page) },
      changes: [{ entity: 'pages', id: page.id, op: 'create', fields: page }],
      answers: 'pages',
    })
  remember({ message: t('pages.deleted'), undo: restore })
}

function paramsOf(page: PageRow) {
  return { slug: currentSlug(), project_id: page.project_ids[0] ?? '', page_id: page.id }
}
