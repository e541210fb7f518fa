import { formatUrlForDisplay } from '#common/platform/addresses.ts'
import { newId } from '#common/platform/ids.ts'
import type { LinkRow } from '#common/work/links/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../../locales/i18n.ts'
import { mutate, mutateTogether, replaceRows, requestWithVersion } from '../../../platform/app/sync.ts'
import { getMyId } from '../../../platform/person/me.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type AnyMutation, toAnyMutation, undoableMutation } from '../../../platform/sync/mutation.ts'
import { createRowActions, createSentCall, fieldsBeforePatch } from '../../../platform/sync/row-actions.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id'>
type Named = Pick<LinkRow, 'title' | 'url'>

const links = createRowActions('work_item_links', {
  create: ({ id, issue_id, project_id, title, url }) =>
    createSentCall('createLink', {
      params: { slug: currentSlug(), project_id, id: issue_id },
      body: { id, title, url },
    }),
  update: (link, { title, url }: Named & Partial<LinkRow>) =>
    createSentCall('updateLink', { params: paramsOf(link), body: { title, url } }),
  remove: (link) => createSentCall('deleteLink', { params: paramsOf(link) }),
})

/** Loads the links of an item. Afterwards the change feed keeps them up to date. Throws `RequestError`. */
export async function loadLinks({ id, project_id }: Item): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listLinks', { params: { slug, project_id, id } })
  if (currentSlug() === slug)
    replaceRows('work_item_links', answer, version, ({ issue_id }) => issue_id === id)
}

/** Adds URLs that `normalizeLinkUrl` has normalized. Several URLs form one undoable change. */
export async function addLinks(item: WorkItemRow, urls: readonly string[]): Promise<void> {
  // Links are shown newest first, so the first URL is added last.
  const additions = urls.toReversed().map((url) => adding(item, url))
  const [only] = additions
  if (only !== undefined && additions.length === 1) return void (await mutate(only))
  await mutateTogether(additions, (accepted) => t('links.addedMany', { count: accepted.length }))
}

export async function editLink(link: LinkRow, named: Named): Promise<void> {
  const isElsewhere = named.url !== link.url
  const words = t('links.changed', { name: linkTitle({ ...link, ...named }) })
  const change = links.patching(link, { ...named, ...(isElsewhere && { metadata: {} }) })
  await mutate(undoableMutation(change, words, links.patching(link, fieldsBeforePatch(link, named))))
}

export async function deleteLink(link: LinkRow): Promise<void> {
  await mutate(links.remove(link, t('links.deleted', { name: linkTitle(link) })))
}

/** Returns the title that the user gave, or the title of the page, or the URL. */
export function linkTitle({ title, url, metadata }: Pick<LinkRow, 'title' | 'url' | 'metadata'>): string {
  return title ?? metadata.title ?? formatUrlForDisplay(url)
}

function adding(item: WorkItemRow, url: string): AnyMutation {
  const now = new Date().toISOString()
  const link: LinkRow = {
    id: newId(),
    workspace_id: item.workspace_id,
    project_id: item.project_id,
    issue_id: item.id,
    title: null,
    url,
    metadata: {},
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
  // Links are shown newest first, so the requests must arrive in the order in which the links were added.
  const inTurn = `links of ${item.id}`
  return toAnyMutation({
    ...links.create(link, t('links.added', { name: linkTitle(link) })),
    queueKey: inTurn,
  })
}

function paramsOf({ id, issue_id, project_id }: LinkRow) {
  return { slug: currentSlug(), project_id, id: issue_id, link_id: id }
}
