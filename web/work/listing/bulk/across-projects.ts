import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { assignableUsersAtom } from '../../../platform/person/people.ts'
import { labelsAtom } from '../../labels/atoms.ts'

/** People who can be assigned in all of the given projects (comma-separated ids). */
export const sharedAssigneesAtom = atomFamily((projectIds: string) =>
  atom((get) => {
    const [first = [], ...others] = projectIds.split(',').map((id) => get(assignableUsersAtom(id)))
    return first.filter((person) => others.every((people) => people.some((one) => one.id === person.id)))
  }),
)

interface SharedLabel {
  /** Lower-case name of the label. */
  key: string
  name: string
  color: string
  /** Id of the label in each project. */
  ids: ReadonlyMap<string, string>
}

export const sharedLabelsAtom = atomFamily((projectIds: string) =>
  atom((get): SharedLabel[] => {
    const ids = projectIds.split(',')
    const known = ids.map(
      (id) => new Map(get(labelsAtom(id)).map((label) => [label.name.toLocaleLowerCase(), label])),
    )
    return [...(known[0] ?? [])]
      .filter(([key]) => known.every((labels) => labels.has(key)))
      .map(([key, { name, color }]) => ({
        key,
        name,
        color,
        ids: new Map(
          known.flatMap((labels, at) => {
            const label = labels.get(key)
            return label === undefined ? [] : [[ids[at] ?? '', label.id] as const]
          }),
        ),
      }))
  }),
)

export function joinProjectIds(rows: readonly { project_id: string }[]): string {
  return [...new Set(rows.map((row) => row.project_id))].sort().join(',')
}
