import { newId } from '#common/ids.ts'
import type { PageAccess, PageRow } from '#common/pages/schema.ts'
import { firstPosition } from '#common/positions.ts'
import type { LogoProps } from '#common/projects/schema.ts'
import { mutate, putBack, replaceRows, requestWithVersion, tables, undoable } from '../app/sync.ts'
import { t } from '../locales/i18n.ts'
import { currentSlug } from '../shell/workspace.ts'
import { inverseOf, type Mutation } from '../sync/mutation.ts'
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
  const giving = (logo: LogoProps): Mutation<'updatePage'> => ({
    call: 'updatePage',
    input: { params: paramsOf(page), body: { logo_props: logo } },
    changes: [{ entity: 'pages', id: page.id, op: 'update', fields: { logo_props: logo } }],
    answers: 'pages',
  })
  const { logo_props: before } = page
  const words = t('pages.iconChanged')
  if ((await mutate({ ...giving(logo_props), words, undo: inverseOf(giving(before)) })) === null) return
  const undo = () =>
    putBack('pages', page.id, { logo_props }, { logo_props: before }, () => mutate(giving(before)))
  remember({ message: words, undo })
}

export async function setPageAccess(page: PageRow, access: PageAccess): Promise<void> {
  const remember = undoable()
  const giving = (wanted: PageAccess): Mutation<'setPageAccess'> => ({
    call: 'setPageAccess',
    input: { params: paramsOf(page), body: { access: wanted } },
    changes: [{ entity: 'pages', id: page.id, op: 'update', fields: { access: wanted } }],
    answers: 'pages',
  })
  const words = access === 1 ? t('pages.madePrivate') : t('pages.madePublic')
  if ((await mutate({ ...giving(access), words, undo: inverseOf(giving(page.access)) })) === null) return
  remember({ message: words, undo: () => mutate(giving(page.access)) })
}

export async function setPageLock(page: PageRow, is_locked: boolean): Promise<void> {
  const remember = undoable()
  const locking = (wanted: boolean): Mutation<'lockPage' | 'unlockPage'> => ({
    call: wanted ? 'lockPage' : 'unlockPage',
    input: { params: paramsOf(page) },
    changes: [{ entity: 'pages', id: page.id, op: 'update', fields: { is_locked: wanted } }],
    answers: 'pages',
  })
  const words = is_locked ? t('pages.lockedDone') : t('pages.unlockedDone')
  if ((await mutate({ ...locking(is_locked), words, undo: inverseOf(locking(!is_locked)) })) === null) return
  remember({ message: words, undo: () => mutate(locking(!is_locked)) })
}

export async function deletePage(page: PageRow): Promise<void> {
  const remember = undoable()
  const restoring: Mutation<'restorePage'> = {
    call: 'restorePage',
    input: { params: paramsOf(page) },
    changes: [{ entity: 'pages', id: page.id, op: 'create', fields: { ...page } }],
    answers: 'pages',
  }
  const words = t('pages.deleted')
  const answer = await mutate({
    call: 'deletePage',
    input: { params: paramsOf(page) },
    changes: [{ entity: 'pages', id: page.id, op: 'delete', fields: {} }],
    words,
    undo: inverseOf(restoring),
  })
  if (answer !== null) remember({ message: words, undo: () => mutate(restoring) })
}

function paramsOf(page: PageRow) {
  return { slug: currentSlug(), project_id: page.project_ids[0] ?? '', page_id: page.id }
}
