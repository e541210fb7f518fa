import type { StickyColor } from '#common/personal/stickies/rules.ts'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { positionBetween } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import { createReordering } from '../../platform/app/reordering.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { stickiesAtom } from './atoms.ts'
import { getLastStickyColor, storeLastStickyColor } from './colors.ts'

type Patch = Partial<Pick<StickyRow, 'background_color' | 'sort_order'>>

export const stickyRowActions = createRowActions('stickies', {
  create: ({ id, name, description_html, color, background_color, logo_props, sort_order }) =>
    createSentCall('createSticky', {
      params: { slug: currentSlug() },
      body: { id, name, description_html, color, background_color, logo_props, sort_order },
    }),
  update: (sticky, patch: Patch) => createSentCall('updateSticky', { params: paramsOf(sticky), body: patch }),
  remove: (sticky) => createSentCall('deleteSticky', { params: paramsOf(sticky) }),
})

/** Returns a new sticky, which is created on the server only when it has text. */
export function newStickyRow(id = newId()): StickyRow {
  const now = new Date().toISOString()
  const [top] = store.get(stickiesAtom)
  return {
    id,
    workspace_id: store.get(workspaceAtom).id ?? '',
    owner: getMyId(),
    name: null,
    description_html: '',
    description_stripped: '',
    text_version: 1,
    color: null,
    background_color: getLastStickyColor(),
    logo_props: {},
    sort_order: positionBetween(top?.sort_order ?? null, null),
    created_at: now,
    updated_at: now,
  }
}

export async function setStickyColor(sticky: StickyRow, background_color: StickyColor): Promise<void> {
  storeLastStickyColor(background_color)
  await mutate(stickyRowActions.update(sticky, { background_color }, t('stickies.colored')))
}

/** The order of stickies on the board. The sticky with the highest position is first. */
export const stickyReordering = createReordering({
  find: (id) => tables.stickies.get(id),
  listOf: () => store.get(stickiesAtom),
  isDescending: true,
  positionOf: ({ sort_order }) => sort_order,
  nameOf: ({ description_stripped }) => description_stripped.trim().slice(0, 80) || t('stickies.blank'),
  messageOf: () => t('stickies.moved'),
  placing: (sticky, sort_order, _, words) =>
    toAnyMutation(stickyRowActions.update(sticky, { sort_order }, words)),
})

export async function deleteSticky(sticky: StickyRow): Promise<void> {
  await mutate(stickyRowActions.remove(sticky, t('stickies.deleted')))
}

export function stickyWithText(sticky: StickyRow, description_html: string): StickyRow {
  return { ...sticky, description_html, description_stripped: stickyPlainText(description_html) }
}

/** Returns the plain text of a sticky, approximately as the server computes it. */
export function stickyPlainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent
}

/**
 * Creates the mutation that saves the text of a sticky. `based_on` is the `text_version` that the user
 * edited.
 */
export function saveStickyTextMutation(
  { id }: Pick<StickyRow, 'id'>,
  description_html: string,
  based_on: number,
): Mutation<'updateSticky'> {
  const fields = {
    description_html,
    description_stripped: stickyPlainText(description_html),
    text_version: based_on + 1,
  }
  const sent = createSentCall('updateSticky', {
    params: paramsOf({ id }),
    body: { description_html, based_on },
  })
  return stickyRowActions.setting({ id }, fields, sent)
}

function paramsOf({ id }: Pick<StickyRow, 'id'>) {
  return { slug: currentSlug(), sticky_id: id }
}
