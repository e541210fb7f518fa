import { newId } from '#common/ids.ts'
import type { PageAccess, PageRow } from '#common/pages/schema.ts'
import { firstPosition } from '#common/positions.ts'
import type { LogoProps } from '#common/projects/schema.ts'
import { mutate, replaceRows, requestWithVersion, tables } from '../app/sync.ts'
import { t } from '../locales/i18n.ts'
import { currentSlug } from '../shell/workspace.ts'
import { anyMutation, type Mutation } from '../sync/mutation.ts'
import { myId } from '../users/me.ts'

/** Reads the pages of a project; from then on changes keep them. */
export async function loadPages(project_id: string): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listPages', { params: { slug, project_id } })
  if (currentSlug() === slug)
    replaceRows('pages', answer, version, (page) => page.project_ids.includes(project_id))
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
  const giving = (logo: LogoProps): Mutation<'updatePage'> => ({
    call: 'updatePage',
    input: { params: paramsOf(page), body: { logo_props: logo } },
    changes: [{ entity: 'pages', id: page.id, op: 'update', fields: { logo_props: logo } }],
    answers: 'pages',
  })
  const words = t('pages.iconChanged')
  await mutate({ ...giving(logo_props), words, undo: anyMutation(giving(page.logo_props)) })
}

export async function setPageAccess(page: PageRow, access: PageAccess): Promise<void> {
  const giving = (wanted: PageAccess): Mutation<'setPageAccess'> => ({
    call: 'setPageAccess',
    input: { params: paramsOf(page), body: { access: wanted } },
    changes: [{ entity: 'pages', id: page.id, op: 'update', fields: { access: wanted } }],
    answers: 'pages',
  })
  const words = access === 1 ? t('pages.madePrivate') : t('pages.madePublic')
  await mutate({ ...giving(access), words, undo: anyMutation(giving(page.access)) })
}

export async function setPageLock(page: PageRow, is_locked: boolean): Promise<void> {
  const locking = (wanted: boolean): Mutation<'lockPage' | 'unlockPage'> => ({
    call: wanted ? 'lockPage' : 'unlockPage',
    input: { params: paramsOf(page) },
    changes: [{ entity: 'pages', id: page.id, op: 'update', fields: { is_locked: wanted } }],
    answers: 'pages',
  })
  const words = is_locked ? t('pages.lockedDone') : t('pages.unlockedDone')
  await mutate({ ...locking(is_locked), words, undo: anyMutation(locking(!is_locked)) })
}

export async function deletePage(page: PageRow): Promise<void> {
  const restoring: Mutation<'restorePage'> = {
    call: 'restorePage',
    input: { params: paramsOf(page) },
    changes: [{ entity: 'pages', id: page.id, op: 'create', fields: { ...page } }],
    answers: 'pages',
  }
  await mutate({
    call: 'deletePage',
    input: { params: paramsOf(page) },
    changes: [{ entity: 'pages', id: page.id, op: 'delete', fields: {} }],
    words: t('pages.deleted'),
    undo: anyMutation(restoring),
  })
}

function paramsOf(page: PageRow) {
  return { slug: currentSlug(), project_id: page.project_ids[0] ?? '', page_id: page.id }
}
