import { atom } from 'jotai'
import { freshSidebar, type SidebarKey, sidebarKeys } from '#common/personal/preferences/rules.ts'
import type { SidebarPreferenceRow } from '#common/personal/preferences/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../locales/i18n.ts'
import { placeRow } from '../app/place-row.ts'
import { mutate, store, tables } from '../app/sync.ts'
import { myId } from '../person/me.ts'
import { type AnyMutation, anyMutation, type Mutation, undoable } from '../sync/mutation.ts'
import { currentSlug, workspaceAtom } from './workspace.ts'

type Chosen = Pick<SidebarPreferenceRow, 'key' | 'is_pinned' | 'sort_order'>
type Patch = Partial<Pick<SidebarPreferenceRow, 'is_pinned' | 'sort_order'>>

/** The rows of one's sidebar in their order, chosen or not, live on all of one's screens. */
export const sidebarPreferencesAtom = atom((get): Chosen[] => {
  const chosen = new Map(get(tables.sidebar_preferences.allAtom).map((row) => [row.key, row]))
  return sidebarKeys
    .map((key): Chosen => chosen.get(key) ?? freshSidebar(key))
    .toSorted((a, b) => a.sort_order - b.sort_order)
})

export function pinSection(key: SidebarKey, is_pinned: boolean, name: string): Promise<unknown> {
  return change(
    key,
    { is_pinned },
    t(is_pinned ? 'shell.customise.pinned' : 'shell.customise.unpinned', { name }),
  )
}

/** Between two others; null is an end. */
export function moveSection(
  key: SidebarKey,
  above: SidebarKey | null,
  below: SidebarKey | null,
  name: string,
): Promise<unknown> {
  const others = store.get(sidebarPreferencesAtom).filter((one) => one.key !== key)
  const indexOf = (wanted: SidebarKey | null) => others.findIndex((one) => one.key === wanted)
  const at = above === null ? Math.max(0, indexOf(below)) : indexOf(above) + 1
  const words = t('shell.customise.moved', { name })
  const place = (one: SidebarKey, sort_order: number) => mutationOf(one, { sort_order }, words)
  return placeRow({
    others,
    at,
    positionOf: ({ sort_order }) => sort_order,
    move: (other, position) => place(other.key, position),
    place: (position) => place(key, position),
    words,
  })
}

function change(key: SidebarKey, patch: Patch, words: string): Promise<unknown> {
  return mutate(mutationOf(key, patch, words))
}

function mutationOf(key: SidebarKey, patch: Patch, words: string): AnyMutation {
  const now = store.get(sidebarPreferencesAtom).find((one) => one.key === key) ?? freshSidebar(key)
  const before: Patch = Object.fromEntries(Object.keys(patch).map((name) => [name, now[name as keyof Patch]]))
  return anyMutation(undoable(changing(key, patch), words, changing(key, before)))
}

function changing(key: SidebarKey, patch: Patch): Mutation<'updateSidebarPreference'> {
  const known = [...tables.sidebar_preferences.values()].find((row) => row.key === key)
  const id = known?.id ?? newId()
  const fresh = {
    ...{ ...freshSidebar(key), id },
    ...{ workspace_id: store.get(workspaceAtom).id ?? '', user_id: myId() },
  }
  const change = { entity: 'sidebar_preferences' as const, id }
  return {
    call: 'updateSidebarPreference',
    input: { params: { slug: currentSlug(), key }, body: { id, ...patch } },
    changes: [
      known === undefined
        ? { ...change, op: 'create', fields: { ...fresh, ...patch } }
        : { ...change, op: 'update', fields: patch },
    ],
    answers: 'sidebar_preferences',
    inTurn: `sidebar ${key}`,
  }
}
