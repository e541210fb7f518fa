import type { StickyColor } from '#common/personal/stickies/rules.ts'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { insertAt, positionBetween } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, mutateTogether, store } from '../../platform/app/sync.ts'
import { myId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { anyMutation, type Mutation } from '../../platform/sync/mutation.ts'
import { rowActions, sending } from '../../platform/sync/row-actions.ts'
import { stickiesAtom } from './atoms.ts'
import { keepColor, usualColor } from './colors.ts'

type Patch = Partial<Pick<StickyRow, 'background_color' | 'sort_order'>>

export const stickies = rowActions('stickies', {
  create: ({ id, name, description_html, color, background_color, logo_props, sort_order }) =>
    sending('createSticky', {
      params: { slug: currentSlug() },
      body: { id, name, description_html, color, background_color, logo_props, sort_order },
    }),
  update: (sticky, patch: Patch) => sending('updateSticky', { params: paramsOf(sticky), body: patch }),
  remove: (sticky) => sending('deleteSticky', { params: paramsOf(sticky) }),
})

/** One that is not put up before something is written on it. */
export function freshSticky(id = newId()): StickyRow {
  const now = new Date().toISOString()
  const [top] = store.get(stickiesAtom)
  return {
    id,
    workspace_id: store.get(workspaceAtom).id ?? '',
    owner: myId(),
    name: null,
    description_html: '',
    description_stripped: '',
    text_version: 1,
    color: null,
    background_color: usualColor(),
    logo_props: {},
    sort_order: positionBetween(top?.sort_order ?? null, null),
    created_at: now,
    updated_at: now,
  }
}

export async function colorSticky(sticky: StickyRow, background_color: StickyColor): Promise<void> {
  keepColor(background_color)
  await mutate(stickies.update(sticky, { background_color }, t('stickies.colored')))
}

/** Puts it before the one at `at` of the others, in the order in which they are shown. */
export async function placeSticky(sticky: StickyRow, at: number): Promise<void> {
  // The greatest is on top, so that they stand the other way round among positions.
  const others = store
    .get(stickiesAtom)
    .filter(({ id }) => id !== sticky.id)
    .toReversed()
  const { position, moved } = insertAt(
    others.map(({ sort_order }) => sort_order),
    others.length - at,
  )
  const making = [...moved].flatMap(([index, sort_order]) => {
    const other = others[index]
    return other === undefined ? [] : [anyMutation(stickies.update(other, { sort_order }))]
  })
  const words = t('stickies.moved')
  const placing = anyMutation(stickies.update(sticky, { sort_order: position }, words))
  await mutateTogether([...making, placing], () => words)
}

/** Before or after its neighbour. */
export async function stepSticky(sticky: StickyRow, by: 1 | -1): Promise<void> {
  const all = store.get(stickiesAtom)
  const at = all.findIndex(({ id }) => id === sticky.id) + by
  if (at < 0 || at >= all.length) return
  await placeSticky(sticky, at)
}

export async function deleteSticky(sticky: StickyRow): Promise<void> {
  await mutate(stickies.remove(sticky, t('stickies.deleted')))
}

export function withText(sticky: StickyRow, description_html: string): StickyRow {
  return { ...sticky, description_html, description_stripped: wordsOf(description_html) }
}

/** Without form, roughly as the server will say it. */
export function wordsOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent
}

/** `based_on` is the `text_version` of the text that was written further. */
export function writing(
  { id }: Pick<StickyRow, 'id'>,
  description_html: string,
  based_on: number,
): Mutation<'updateSticky'> {
  const fields = {
    description_html,
    description_stripped: wordsOf(description_html),
    text_version: based_on + 1,
  }
  return {
    call: 'updateSticky',
    input: { params: paramsOf({ id }), body: { description_html, based_on } },
    changes: [{ entity: 'stickies', id, op: 'update', fields }],
    answers: 'stickies',
    inTurn: id,
  }
}

function paramsOf({ id }: Pick<StickyRow, 'id'>) {
  return { slug: currentSlug(), sticky_id: id }
}
