import { atom } from 'jotai'
import { freshHome, type HomeKey, homeKeys } from '#common/personal/preferences/rules.ts'
import type { HomePreferenceRow } from '#common/personal/preferences/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../locales/i18n.ts'
import { placeRow } from '../../platform/app/place-row.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { myId } from '../../platform/person/me.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { type AnyMutation, anyMutation, type Mutation, undoable } from '../../platform/sync/mutation.ts'

type Patch = Partial<Pick<HomePreferenceRow, 'is_enabled' | 'sort_order' | 'config'>>
type Chosen = ReturnType<typeof freshHome> & Pick<HomePreferenceRow, 'config'>

/** The parts of one's home from the top, chosen or not, live on all of one's screens. */
export const homePreferencesAtom = atom((get): Chosen[] => {
  const chosen = new Map(get(tables.home_preferences.allAtom).map((row) => [row.key, row]))
  return homeKeys
    .map((key): Chosen => chosen.get(key) ?? freshHome(key))
    .toSorted((a, b) => b.sort_order - a.sort_order)
})

export function showPart(key: HomeKey, is_enabled: boolean, name: string): Promise<unknown> {
  const words = t(is_enabled ? 'home.customise.shown' : 'home.customise.hidden', { name })
  return change(key, { is_enabled }, words)
}

/** Before the one at `at` of the others. */
export function movePart(key: HomeKey, at: number, name: string): Promise<unknown> {
  const others = store
    .get(homePreferencesAtom)
    .filter((one) => one.key !== key)
    .toReversed()
  const words = t('home.customise.moved', { name })
  const place = (one: HomeKey, sort_order: number) => mutationOf(one, { sort_order }, words)
  // The greatest is on top, so the parts are the other way round among positions.
  return placeRow({
    others,
    at: others.length - at,
    positionOf: ({ sort_order }) => sort_order,
    move: (other, position) => place(other.key, position),
    place: (position) => place(key, position),
    words,
  })
}

/** What happened until then is not told again. It is nothing that one would undo. */
export function markSeen(seen_at: string): Promise<unknown> {
  return mutate(changing('digest', { config: { seen_at } }))
}

function change(key: HomeKey, patch: Patch, words: string): Promise<unknown> {
  return mutate(mutationOf(key, patch, words))
}

function mutationOf(key: HomeKey, patch: Patch, words: string): AnyMutation {
  const now = store.get(homePreferencesAtom).find((one) => one.key === key) ?? freshHome(key)
  const before: Patch = Object.fromEntries(Object.keys(patch).map((name) => [name, now[name as keyof Patch]]))
  return anyMutation(undoable(changing(key, patch), words, changing(key, before)))
}

function changing(key: HomeKey, patch: Patch): Mutation<'updateHomePreference'> {
  const known = [...tables.home_preferences.values()].find((row) => row.key === key)
  const id = known?.id ?? newId()
  const fresh = {
    ...{ ...freshHome(key), id },
    ...{ workspace_id: store.get(workspaceAtom).id ?? '', user_id: myId() },
  }
  const change = { entity: 'home_preferences' as const, id }
  return {
    call: 'updateHomePreference',
    input: { params: { slug: currentSlug(), key }, body: { id, ...patch } },
    changes: [
      known === undefined
        ? { ...change, op: 'create', fields: { ...fresh, ...patch } }
        : { ...change, op: 'update', fields: patch },
    ],
    answers: 'home_preferences',
    inTurn: `home ${key}`,
  }
}
