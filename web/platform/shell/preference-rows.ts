import { atom } from 'jotai'
import type { CallName } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import { createReordering } from '../app/reordering.ts'
import { mutate, store, tables } from '../app/sync.ts'
import { getMyId } from '../person/me.ts'
import type { CallInputOf } from '../sync/http.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../sync/mutation.ts'
import { fieldsBeforePatch } from '../sync/row-actions.ts'
import type { RowOf } from '../sync/tables.ts'
import { workspaceAtom } from './workspace.ts'

type Entity = 'home_preferences' | 'sidebar_preferences'
type Key<Name extends Entity> = RowOf<Name>['key']
type Chosen<Name extends Entity> = Omit<RowOf<Name>, 'id' | 'workspace_id' | 'user_id'>

interface ScreenPartPreferences<Name extends Entity, Patch, C extends CallName> {
  entity: Name
  keys: readonly Key<Name>[]
  /** Returns the default preferences of a part of the screen, which apply until the user changes them. */
  fresh: (key: Key<Name>) => Chosen<Name>
  isDescending?: boolean
  call: C
  inputOf: (key: Key<Name>, body: Patch & { id: string }) => CallInputOf<C>
  movedWords: (name: string) => string
}

/**
 * Returns the user's preferences for the parts of a screen, which can be shown, hidden and ordered. The table
 * has no row for a part until the user changes that part.
 */
export function createPreferenceRows<
  Name extends Entity,
  Patch extends { sort_order?: number },
  C extends CallName,
>({
  entity,
  keys,
  fresh,
  isDescending = false,
  call,
  inputOf,
  movedWords,
}: ScreenPartPreferences<Name, Patch, C>) {
  const rowOf = (rows: Iterable<RowOf<Name>>, key: Key<Name>) => [...rows].find((row) => row.key === key)

  const chosenAtom = atom((get): Chosen<Name>[] => {
    const rows = get(tables[entity].allAtom) as RowOf<Name>[]
    return keys
      .map((key): Chosen<Name> => rowOf(rows, key) ?? fresh(key))
      .toSorted((a, b) => (isDescending ? b.sort_order - a.sort_order : a.sort_order - b.sort_order))
  })

  function changing(key: Key<Name>, patch: Patch): Mutation<C> {
    const known = rowOf(tables[entity].values() as Iterable<RowOf<Name>>, key)
    const id = known?.id ?? newId()
    const owner = { workspace_id: store.get(workspaceAtom).id ?? '', user_id: getMyId() }
    return {
      call,
      input: inputOf(key, { ...patch, id }),
      changes: [
        known === undefined
          ? { entity, id, op: 'create', fields: { ...fresh(key), id, ...owner, ...patch } }
          : { entity, id, op: 'update', fields: { ...patch } },
      ],
      answerTable: entity,
      queueKey: `${entity} ${key}`,
    }
  }

  function undoably(key: Key<Name>, patch: Patch, words?: string) {
    const now = store.get(chosenAtom).find((one) => one.key === key) ?? fresh(key)
    return undoableMutation(changing(key, patch), words, changing(key, fieldsBeforePatch(now, patch)))
  }

  const listOf = () => store.get(chosenAtom).map(({ key, sort_order }) => ({ id: key, key, sort_order }))
  return {
    chosenAtom,
    changing,
    change: (key: Key<Name>, patch: Patch, words: string) => mutate(undoably(key, patch, words)),
    /**
     * Returns the functions that reorder the parts. `nameOf` returns the name of a part for the notice after
     * a move.
     */
    createMoves: (nameOf: (key: string) => string) =>
      createReordering({
        find: (id) => listOf().find((one) => one.id === id),
        listOf,
        isDescending,
        positionOf: ({ sort_order }) => sort_order,
        nameOf: ({ id }) => nameOf(id),
        messageOf: ({ id }) => movedWords(nameOf(id)),
        placing: ({ key }, sort_order, _, words) =>
          toAnyMutation(undoably(key, { sort_order } as Patch, words)),
      }),
  }
}
