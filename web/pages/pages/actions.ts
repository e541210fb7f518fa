import { documentName } from '#common/documents/content/names.ts'
import { nameOfPageCopy } from '#common/pages/pages/rules.ts'
import type { PageAccess, PagePublication, PageRow } from '#common/pages/pages/schema.ts'
import type { PageShareRole } from '#common/pages/pages/shares.ts'
import { type PageStyle, parsePageCover, parsePageStyle } from '#common/pages/pages/style.ts'
import { findDescendantPages, maxPageLevels } from '#common/pages/pages/tree.ts'
import { newId } from '#common/platform/ids.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { firstPosition, positionStep } from '#common/platform/positions.ts'
import { copyDocumentAsMarkdown } from '../../documents/editor/copy-markdown.ts'
import { t } from '../../locales/i18n.ts'
import { callForContainer } from '../../platform/app/call-for-container.ts'
import { createReordering } from '../../platform/app/reordering.ts'
import { mutate, replaceRows, request, requestWithVersion, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import type { LocalChange } from '../../platform/sync/local-rows.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { copyText } from '../../platform/ui/copy-text.ts'
import { toast } from '../../platform/ui/toast.ts'
import { pageBelongsToContainer, pageRightsAtom } from './atoms.ts'
import { pagePath } from './paths.ts'
import { publicThroughAtom, publicTreeAtom } from './published-trees.ts'
import type { PageTemplateContent } from './templates.ts'
import { childPagesOf, pageNestingRefusal } from './tree.ts'

/**
 * Loads all pages of a project or of the workspace itself, including archived ones. The change feed keeps them up to
 * date afterwards.
 */
export async function loadPages(project_id: string | null): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion(callForContainer(project_id, 'listPages'), {
    params: { slug, project_id: project_id ?? '' },
    query: { archived: 'true' },
  })
  if (currentSlug() === slug)
    replaceRows('pages', answer, version, (page) => pageBelongsToContainer(project_id, page))
}

export interface PagePlacement {
  /** The id of the new page. By default, a new id. */
  id?: string
  access?: PageAccess
  parent?: string | null
}

/**
 * Creates a page, empty or from a template, as the first of its siblings. Returns the id of the page, or null
 * if the server rejected it.
 */
export async function createPage(
  project_id: string | null,
  { id = newId(), access = 0, parent = null }: PagePlacement = {},
  template: PageTemplateContent = { name: '', logo_props: {}, label_ids: [], appearance: {}, html: '' },
): Promise<string | null> {
  const { id: workspace_id } = store.get(workspaceAtom)
  if (workspace_id === null) return null
  const now = new Date().toISOString()
  const first = childPagesOf(project_id, parent)[0]
  const sort_order = first === undefined ? firstPosition : first.sort_order - positionStep
  const row: PageRow = {
    id,
    workspace_id,
    project_ids: project_id === null ? [] : [project_id],
    name: template.name,
    owned_by: getMyId(),
    access,
    color: '',
    logo_props: template.logo_props,
    view_props: { full_width: false, ...template.appearance },
    label_ids: template.label_ids,
    mention_ids: [],
    parent,
    sort_order,
    is_locked: false,
    archived_at: null,
    shares: {},
    publication: null,
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
  const answer = await mutate({
    call: callForContainer(project_id, 'createPage'),
    input: {
      params: { slug: currentSlug(), project_id: project_id ?? '' },
      body: {
        ...{ id, access, parent, sort_order, name: template.name, logo_props: template.logo_props },
        ...(template.label_ids.length > 0 && { label_ids: template.label_ids }),
        view_props: template.appearance,
        ...(template.html !== '' && { description_html: template.html }),
      },
    },
    changes: [{ entity: 'pages', id, op: 'create', fields: row }],
    answerTable: 'pages',
  })
  return answer === null ? null : id
}

/**
 * Creates a page that a text links to. If the text belongs to a page that the user can edit, the new page
 * becomes a sub-page of that page. The new page has the same access as the page with the link. Returns false if
 * the server rejected it.
 */
export async function createLinkedPage(
  project_id: string | null,
  id: string,
  name: string,
  parentId: string | null,
): Promise<boolean> {
  const parent = parentId === null ? undefined : tables.pages.get(parentId)
  const isBelow = parent !== undefined && store.get(pageRightsAtom(parent.id)).edit
  const created = await createPage(
    project_id,
    { id, access: parent?.access ?? 0, parent: isBelow ? parent.id : null },
    { name, logo_props: {}, label_ids: [], appearance: {}, html: '' },
  )
  return created !== null
}

const pages = createRowActions('pages', {
  update: (page, patch: Partial<Pick<PageRow, 'logo_props' | 'label_ids' | 'parent' | 'sort_order'>>) =>
    createSentCall(callForContainer(projectIdOfPage(page), 'updatePage'), {
      params: pageCallParams(page),
      body: patch,
    }),
  remove: (page) =>
    createSentCall(callForContainer(projectIdOfPage(page), 'deletePage'), { params: pageCallParams(page) }),
  restore: (page) =>
    createSentCall(callForContainer(projectIdOfPage(page), 'restorePage'), { params: pageCallParams(page) }),
})

export async function setPageLogo(page: PageRow, logo_props: LogoProps): Promise<void> {
  await mutate(pages.update(page, { logo_props }, t('pages.iconChanged')))
}

export async function setPageLabels(page: PageRow, label_ids: string[]): Promise<void> {
  await mutate(pages.update(page, { label_ids }, t('pages.labelsChanged')))
}

export async function setPageStyle(page: PageRow, style: PageStyle): Promise<void> {
  const setting = (wanted: PageStyle) => appearanceUpdate(page, wanted)
  await mutate(
    undoableMutation(setting(style), t('pages.style.changed'), setting(parsePageStyle(page.view_props))),
  )
}

/** Sets the cover of a page. Null removes the cover. Undo restores the previous cover. */
export async function setPageCover(page: PageRow, cover: string | null): Promise<void> {
  const setting = (wanted: string | null) => appearanceUpdate(page, { cover: wanted })
  const words = t(cover === null ? 'pages.cover.removed' : 'pages.cover.changed')
  await mutate(undoableMutation(setting(cover), words, setting(parsePageCover(page.view_props))))
}

function appearanceUpdate(page: PageRow, appearance: Partial<PageStyle> & { cover?: string | null }) {
  const sent = createSentCall(callForContainer(projectIdOfPage(page), 'updatePage'), {
    params: pageCallParams(page),
    body: { view_props: appearance },
  })
  return pages.setting(page, { view_props: { ...page.view_props, ...appearance } }, sent)
}

export async function setPageAccess(page: PageRow, access: PageAccess): Promise<void> {
  const words = access === 1 ? t('pages.madePrivate') : pageVisibilityMessage(page, 'madePublic')
  const change = pages.set(page, { access }, words, (body) =>
    createSentCall(callForContainer(projectIdOfPage(page), 'setPageAccess'), {
      params: pageCallParams(page),
      body,
    }),
  )
  // Only the owner of a private page can see it. If an admin makes a page of another user private, the admin cannot
  // share it again, so there is no Undo.
  const isLost = access === 1 && page.owned_by !== getMyId()
  await mutate(isLost ? { ...change, undo: undefined, redo: undefined } : change)
}

/**
 * Shares a page with a person, changes the person's role, or removes the person (null). Undo restores the old role.
 * If the change also applies to sub-pages, there is no Undo, because the person may have had a different role for
 * each sub-page.
 */
export async function setPageShare(
  page: PageRow,
  user: { id: string; name: string },
  role: PageShareRole | null,
  with_sub_pages: boolean,
): Promise<void> {
  const before = page.shares[user.id] ?? null
  const changesSubPages = with_sub_pages && findDescendantPages(page.id, tables.pages.values()).length > 0
  const setting = (to: PageShareRole | null) => shareMutation(page, user.id, to, changesSubPages)
  const words =
    role === null
      ? t('pages.share.removed', { name: user.name })
      : t(before === null ? 'pages.share.added' : 'pages.share.changed', { name: user.name })
  await mutate(
    changesSubPages
      ? { ...setting(role), message: words }
      : undoableMutation(setting(role), words, setting(before)),
  )
}

function shareMutation(page: PageRow, user_id: string, role: PageShareRole | null, with_sub_pages: boolean) {
  const { [user_id]: _, ...others } = page.shares
  const shares = role === null ? others : { ...others, [user_id]: role }
  const place = projectIdOfPage(page)
  const sent =
    role === null
      ? createSentCall(callForContainer(place, 'unsharePage'), {
          params: { ...pageCallParams(page), user_id },
          query: { with_sub_pages: with_sub_pages ? 'true' : 'false' },
        })
      : createSentCall(callForContainer(place, 'sharePage'), {
          params: pageCallParams(page),
          body: { user_id, role, with_sub_pages },
        })
  return pages.setting(page, { shares }, sent)
}

/** Publishes a page under a link, which the server creates, or changes the settings of a published page. */
export async function publishPage(
  page: PageRow,
  settings: Partial<Pick<PagePublication, 'has_sub_pages' | 'is_indexed'>>,
): Promise<void> {
  const { publication } = page
  const sent = createSentCall(callForContainer(projectIdOfPage(page), 'publishPage'), {
    params: pageCallParams(page),
    body: settings,
  })
  const fields = publication === null ? {} : { publication: { ...publication, ...settings } }
  await mutate(pages.setting(page, fields, sent))
}

export async function unpublishPage(page: PageRow): Promise<void> {
  const sent = createSentCall(callForContainer(projectIdOfPage(page), 'unpublishPage'), {
    params: pageCallParams(page),
  })
  await mutate(pages.setting(page, { publication: null }, sent))
}

export async function setPageLock(page: PageRow, is_locked: boolean): Promise<void> {
  const words = is_locked ? t('pages.lockedDone') : t('pages.unlockedDone')
  await mutate(
    pages.set(page, { is_locked }, words, (to) =>
      createSentCall(callForContainer(projectIdOfPage(page), to.is_locked ? 'lockPage' : 'unlockPage'), {
        params: pageCallParams(page),
      }),
    ),
  )
}

/**
 * Deletes a page. Its sub-pages move to the top level. Undo restores the page and moves the sub-pages below
 * it again.
 */
export async function deletePage(page: PageRow): Promise<void> {
  await mutate(
    undoableMutation(
      deletePageMutation(page),
      t('pages.deleted'),
      restorePageMutation(page, directSubPages(page)),
    ),
  )
}

/** Returns the sub-pages that move to the top level when the page is deleted. */
export function directSubPages(page: PageRow): PageRow[] {
  return [...tables.pages.values()].filter((one) => one.parent === page.id)
}

/** Restores a page from the trash and moves its former sub-pages below it. */
export function restorePageMutation(page: PageRow, below: readonly PageRow[] = []): Mutation<'restorePage'> {
  const step = pages.restoring(page)
  return { ...step, changes: [...step.changes, ...below.map((one) => update(one.id, { parent: page.id }))] }
}

export function deletePageMutation(page: PageRow): Mutation<'deletePage'> {
  const step = pages.removing(page)
  const below = directSubPages(page).map((one) => update(one.id, { parent: null }))
  return { ...step, changes: [...below, ...step.changes] }
}

/** Archives a page with its descendants. Undo restores exactly these pages. */
export async function archivePage(page: PageRow): Promise<void> {
  const below = findDescendantPages(page.id, tables.pages.values()).filter((one) => one.archived_at === null)
  const ids = [page, ...below].map(({ id }) => id)
  await mutate(
    undoableMutation(
      archiving(page, ids),
      t('pages.archivedDone', { name: nameOf(page) }),
      unarchiving(page, ids),
    ),
  )
}

/** Restores a page and the descendants that were archived together with it. */
export async function unarchivePage(page: PageRow): Promise<void> {
  const below = findDescendantPages(page.id, tables.pages.values())
  const ids = [page, ...below].filter((one) => one.archived_at === page.archived_at).map(({ id }) => id)
  await mutate(
    undoableMutation(
      unarchiving(page, ids),
      t('pages.unarchivedDone', { name: nameOf(page) }),
      archiving(page, ids),
    ),
  )
}

function archiving(page: PageRow, ids: string[]): Mutation<'archivePage'> {
  const archived_at = new Date().toISOString()
  return {
    call: callForContainer(projectIdOfPage(page), 'archivePage'),
    input: { params: pageCallParams(page) },
    changes: ids.map((id) => update(id, { archived_at })),
    queueKey: page.id,
  }
}

function unarchiving(page: PageRow, ids: string[]): Mutation<'unarchivePage'> {
  return {
    call: callForContainer(projectIdOfPage(page), 'unarchivePage'),
    input: { params: pageCallParams(page) },
    changes: ids.map((id) => update(id, { archived_at: null })),
    queueKey: page.id,
  }
}

/** Copies a page. Returns the id of the copy, or null if the server rejected it. */
export async function duplicatePage(page: PageRow, with_sub_pages = false): Promise<string | null> {
  const id = newId()
  const copy: PageRow = {
    ...page,
    id,
    name: nameOfPageCopy(page.name, (name) => t('ui.copyOf', { name })),
    owned_by: getMyId(),
    is_locked: false,
    archived_at: null,
    shares: {},
    publication: null,
  }
  const answer = await mutate({
    call: callForContainer(projectIdOfPage(page), 'duplicatePage'),
    input: { params: pageCallParams(page), body: { id, with_sub_pages } },
    changes: [{ entity: 'pages', id, op: 'create', fields: { ...copy } }],
    answerTable: 'pages',
    message: t('pages.copied', { name: nameOf(page) }),
    ...(!with_sub_pages && { undo: toAnyMutation(deletePageMutation(copy)) }),
  })
  if (answer === null) return null
  if (with_sub_pages) {
    toast.ok(t('pages.copiedWithSubPages', { name: nameOf(page) }), {
      action: { label: t('ui.undo'), onPress: () => void deleteCopies(id) },
    })
  }
  return id
}

/** Deletes a copy with its descendants, children first, because deleting a parent moves its children to the top level. */
async function deleteCopies(id: string): Promise<void> {
  const copy = tables.pages.get(id)
  if (copy === undefined) return
  const copies = [copy, ...findDescendantPages(id, tables.pages.values())]
  for (const page of copies.toReversed()) {
    if ((await mutate(deletePageMutation(page))) === null) return
  }
}

/** Moves a page to another project or to the workspace itself, with the descendants that the user may edit. */
export async function movePage(page: PageRow, to: Project | null): Promise<void> {
  const below = [...tables.pages.values()].filter((one) => store.get(pageRightsAtom(one.id)).place)
  const ids = [page.id, ...findDescendantPages(page.id, below).map(({ id }) => id)]
  const place = to?.id ?? null
  const moving = (
    from: string | null,
    target: string | null,
    parent: string | null,
  ): Mutation<'movePage'> => ({
    call: callForContainer(from, 'movePage'),
    input: {
      params: { slug: currentSlug(), project_id: from ?? '', page_id: page.id },
      body: { new_project_id: target, parent, ...(target !== place && { sort_order: page.sort_order }) },
    },
    changes: ids.map((id) =>
      update(id, { project_ids: target === null ? [] : [target], ...(id === page.id && { parent }) }),
    ),
    answerTable: 'pages',
    queueKey: page.id,
  })
  const from = projectIdOfPage(page)
  await mutate(
    undoableMutation(
      moving(from, place, null),
      to === null
        ? t('pages.movedToWorkspace', { name: nameOf(page) })
        : t('pages.movedTo', { name: nameOf(page), project: to.name }),
      moving(place, from, page.parent),
    ),
  )
}

export const pageReordering = createReordering({
  find: (id) => tables.pages.get(id),
  listOf: (page) => childPagesOf(projectIdOfPage(page), shownParentOf(page)),
  withinOf: (page) => ({ parent: shownParentOf(page) }),
  positionOf: ({ sort_order }) => sort_order,
  nameOf,
  messageOf: pageMovedMessage,
  placing: (page, sort_order, into, words) =>
    toAnyMutation(pages.update(page, { sort_order, ...into }, words)),
})

/** Returns the notice after a move, which warns if everybody with a public link can read the page now. */
function pageMovedMessage(page: PageRow, { parent }: { parent?: string | null }): string {
  const wasPublic = store.get(publicThroughAtom(page.id)) !== null
  const root = parent && page.access === 0 && !wasPublic ? store.get(publicTreeAtom(parent)) : null
  return root === null
    ? t('pages.moved', { name: nameOf(page) })
    : t('pages.movedPublic', { name: nameOf(page), root: nameOf(root) })
}

/**
 * Returns the id of the parent under which a page is shown. A page whose parent is not visible is shown at
 * the top level (null).
 */
function shownParentOf({ parent }: PageRow): string | null {
  return parent !== null && tables.pages.get(parent) ? parent : null
}

/** Moves a page to the first position below another page. Shows an error if that is not possible. */
export async function nestPage(page: PageRow, parent: string): Promise<void> {
  if (page.parent !== parent && checkPageNesting(page, tables.pages.get(parent)))
    await pageReordering.place(page.id, 0, { parent })
}

/**
 * Returns true if a page can be moved below another page. Otherwise shows the reason in a toast and returns
 * false.
 */
export function checkPageNesting(page: PageRow | undefined, parent: PageRow | undefined): boolean {
  const refusal = pageNestingRefusal(page, parent)
  if (refusal === null) return true
  toast.error(t('pages.notMoved'), { text: t(`pages.nesting.${refusal}`, { count: maxPageLevels }) })
  return false
}

/** Moves a page out of its parent page, to the position directly after this parent. */
export async function unnestPage(page: PageRow): Promise<void> {
  const parent = shownParentOf(page)
  if (parent !== null) await pageReordering.moveBeside(page.id, parent, 'after')
}

export async function copyPageLink({ id }: Pick<PageRow, 'id'>, projectId: string | null): Promise<void> {
  await copyText(location.origin + pagePath(projectId, id), t('pages.linkCopied'))
}

function update(id: string, fields: LocalChange['fields']): LocalChange {
  return { entity: 'pages', id, op: 'update', fields }
}

/** Copies the text of a page as Markdown. */
export async function copyPageMarkdown(page: PageRow): Promise<void> {
  await copyDocumentAsMarkdown(documentName('page', page.id), async () => {
    const { description_html } = await request(callForContainer(projectIdOfPage(page), 'getPage'), {
      params: pageCallParams(page),
    })
    return description_html
  })
}

function nameOf({ name }: PageRow): string {
  return name || t('pages.untitled')
}

export function pageCallParams(page: Pick<PageRow, 'id' | 'project_ids'>) {
  return { slug: currentSlug(), project_id: projectIdOfPage(page) ?? '', page_id: page.id }
}

/** Returns the project of a page, or null if it belongs to the workspace itself. */
export function projectIdOfPage({ project_ids }: Pick<PageRow, 'project_ids'>): string | null {
  return project_ids[0] ?? null
}

/**
 * Returns a message that names the people who see the shared page: the project members, or all workspace
 * members.
 */
export function pageVisibilityMessage(
  page: Pick<PageRow, 'project_ids'>,
  what: 'makePublic' | 'madePublic',
): string {
  return projectIdOfPage(page) === null ? t(`pages.ofAll.${what}`) : t(`pages.${what}`)
}
