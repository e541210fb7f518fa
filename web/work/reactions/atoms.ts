import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { UserLite } from '#common/identity/users/schema.ts'
import type { ReactionRow } from '#common/work/reactions/schema.ts'
import { tables } from '../../platform/app/sync.ts'
import { meAtom } from '../../platform/person/session.ts'

/** The people who reacted with the same emoji. */
export interface ReactionGroup {
  reaction: string
  people: UserLite[]
  count: number
  mine: ReactionRow | undefined
}

const byTargetAtom = atom((get) =>
  Map.groupBy(get(tables.reactions.allAtom), ({ issue_id, comment_id }) => comment_id ?? issue_id),
)

/** The reactions to an item or comment, in the order in which each emoji was first used. */
export const reactionGroupsAtom = atomFamily((targetId: string) =>
  atom((get): ReactionGroup[] => {
    const rows = (get(byTargetAtom).get(targetId) ?? []).toSorted(
      (a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id),
    )
    const me = get(meAtom)?.id
    return [...Map.groupBy(rows, ({ reaction }) => reaction)].map(([reaction, group]) => ({
      reaction,
      people: group.flatMap(({ actor }) => get(tables.users.rowAtom(actor)) ?? []),
      count: group.length,
      mine: group.find(({ actor }) => actor === me),
    }))
  }),
)
