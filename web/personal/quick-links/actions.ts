import type { QuickLinkRow } from '#common/personal/quick-links/schema.ts'
import { formatUrlForDisplay } from '#common/platform/addresses.ts'
import { newId } from '#common/platform/ids.ts'
import { positionBetween } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import { createReordering } from '../../platform/app/reordering.ts'
import { mutate, replaceRows, requestWithVersion, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { toAnyMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { quickLinksAtom } from './atoms.ts'

type Named = Pick<QuickLinkRow, 'title' | 'url'>
type Patch = Partial<Named & Pick<QuickLinkRow, 'sort_order'>>

const links = createRowActions('quick_links', {
  create: ({ id, title, url, sort_order }) =>
    createSentCall('createQuickLink', {
      params: { slug: currentSlug() },
      body: { id, title, url, sort_order },
    }),
  update: (link, patch: Patch) => createSentCall('updateQuickLink', { params: paramsOf(link), body: patch }),
  remove: (link) => createSentCall('deleteQuickLink', { params: paramsOf(link) }),
})

/** Loads the quick links of the user. Later changes arrive over the change feed. */
export async function loadQuickLinks(): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listQuickLinks', { params: { slug } })
  if (currentSlug() === slug) replaceRows('quick_links', answer, version)
}

/** Creates a quick link. `url` must be normalized by `normalizeQuickLinkUrl`. */
export async function createQuickLink(named: Named): Promise<void> {
  const now = new Date().toISOString()
  const last = store.get(quickLinksAtom).at(-1)
  const link: QuickLinkRow = {
    ...named,
    id: newId(),
    workspace_id: store.get(workspaceAtom).id ?? '',
    owner: getMyId(),
    metadata: {},
    sort_order: positionBetween(last?.sort_order ?? null, null),
    created_at: now,
    updated_at: now,
  }
  await mutate(links.create(link, t('quickLinks.added', { name: quickLinkTitle(link) })))
}

export async function editQuickLink(link: QuickLinkRow, named: Named): Promise<void> {
  await mutate(links.update(link, named, t('quickLinks.changed', { name: quickLinkTitle(named) })))
}

export const quickLinkReordering = createReordering({
  find: (id) => tables.quick_links.get(id),
  listOf: () => store.get(quickLinksAtom),
  positionOf: ({ sort_order }) => sort_order,
  nameOf: quickLinkTitle,
  messageOf: (link) => t('quickLinks.moved', { name: quickLinkTitle(link) }),
  placing: (link, sort_order, _, words) => toAnyMutation(links.update(link, { sort_order }, words)),
})

export async function deleteQuickLink(link: QuickLinkRow): Promise<void> {
  await mutate(links.remove(link, t('quickLinks.deleted', { name: quickLinkTitle(link) })))
}

/** Returns the title that the user entered, otherwise the title of the linked page, otherwise the URL. */
export function quickLinkTitle({
  title,
  url,
  metadata,
}: Named & Partial<Pick<QuickLinkRow, 'metadata'>>): string {
  return title ?? metadata?.title ?? formatUrlForDisplay(url)
}

function paramsOf({ id }: QuickLinkRow) {
  return { slug: currentSlug(), quick_link_id: id }
}
