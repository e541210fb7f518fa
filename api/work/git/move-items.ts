import type { EntityManager } from '@mikro-orm/postgresql'
import type { GitReferenceState } from '#common/work/git/rules.ts'
import type { GitStateRules } from '#common/work/git/schema.ts'
import type { StateGroup } from '#common/work/states/schema.ts'
import { type State, StateEntity } from '../states/entity.ts'
import type { ItemRow } from '../work-items/item-row.ts'
import { stateDependentColumns } from '../work-items/load.ts'
import { writeItems } from '../work-items/write-items.ts'
import type { GitActor } from './actor.ts'
import { type GitConnectionRow, type GitReference, GitReferenceEntity } from './entity.ts'

type Trigger = 'branch_state_id' | 'opened_state_id' | 'merged_state_id'

/** The states of the project, by id. */
export type ProjectStatesById = ReadonlyMap<string, State>

export async function loadProjectStatesById(
  em: EntityManager,
  { project_id }: Pick<GitConnectionRow, 'project_id'>,
): Promise<ProjectStatesById> {
  const states = await em.find(StateEntity, { project_id, deleted_at: null, group: { $ne: 'triage' } })
  return new Map(states.map((state) => [state.id, state]))
}

interface Moving {
  em: EntityManager
  connection: GitConnectionRow
  /** The author of the change. */
  actor: GitActor
  states: ProjectStatesById
}

interface ChangedReference {
  item: ItemRow
  reference: GitReference
  /** The state of the reference before the delivery. Is null for a new reference. */
  was: GitReferenceState | null
  /** True if the text states that it completes the item, such as "fixes HARB-12". */
  closes: boolean
}

/**
 * Moves the item to the state that the rules of the connection define for the change of the reference. Returns true
 * if the item entered another state.
 */
export async function moveItemByGitRules(at: Moving, changed: ChangedReference): Promise<boolean> {
  const { item, reference, was } = changed
  if (item.archived_at !== null || item.project_id !== at.connection.project_id) return false
  if (reference.state === was) return false
  if (reference.kind === 'pull_request' && reference.state === 'closed') return returnItem(at, changed)
  const trigger = triggerOf(changed)
  if (trigger === null || (trigger === 'merged_state_id' && (await hasOpenPulls(at, changed)))) return false
  const target = stateFor(at, trigger)
  if (target === null || !leaves[trigger].includes(item.state__group) || target.id === item.state_id)
    return false
  if (trigger === 'opened_state_id')
    at.em.assign(reference, { previous_state_id: item.state_id, entered_state_id: target.id })
  await enter(at, item, target)
  return true
}

function triggerOf({ reference: { kind, state }, closes, was }: ChangedReference): Trigger | null {
  if (kind === 'commit') return state === 'merged' && closes ? 'merged_state_id' : null
  if (kind === 'branch') return state === 'open' && was === null ? 'branch_state_id' : null
  if (state === 'merged') return 'merged_state_id'
  // A new draft of a pull request has the same effect as a new branch: it shows that somebody has started to work,
  // but it is not ready for a review.
  if (state === 'draft') return was === null ? 'branch_state_id' : null
  return state === 'open' ? 'opened_state_id' : null
}

/**
 * State groups that each trigger may move an item out of. Git only moves items forward, so that it never
 * undoes a user's change.
 */
const leaves: Record<Trigger, readonly StateGroup[]> = {
  branch_state_id: ['backlog', 'unstarted'],
  opened_state_id: ['backlog', 'unstarted', 'started'],
  merged_state_id: ['backlog', 'unstarted', 'started'],
}

function stateFor({ connection, states }: Moving, trigger: keyof GitStateRules & Trigger): State | null {
  const id = connection.state_rules[trigger]
  // Ignore a state that was deleted after the rule was configured.
  return id === null ? null : (states.get(id) ?? null)
}

/**
 * Returns true if the item has other open pull requests of people with write access. The item is done only when the
 * last of these pull requests is merged.
 */
async function hasOpenPulls({ em }: Moving, { item, reference }: ChangedReference): Promise<boolean> {
  const open = await em.count(GitReferenceEntity, {
    issue_id: item.id,
    kind: 'pull_request',
    state: { $in: ['open', 'draft'] },
    is_trusted: true,
    id: { $ne: reference.id },
  })
  return open > 0
}

/**
 * Moves the item back to its state before the pull request, if the rules of the connection require this. An item that
 * has been moved since then does not change. Returns true if the item was moved.
 */
async function returnItem(at: Moving, { item, reference }: ChangedReference): Promise<boolean> {
  const { previous_state_id, entered_state_id } = reference
  const former = previous_state_id === null ? null : (at.states.get(previous_state_id) ?? null)
  if (!at.connection.state_rules.returns_when_closed || former === null) return false
  if (item.state_id !== entered_state_id) return false
  at.em.assign(reference, { previous_state_id: null, entered_state_id: null })
  await enter(at, item, former)
  return true
}

async function enter({ em, actor }: Moving, item: ItemRow, state: State): Promise<void> {
  await em.flush()
  const [moved] = await writeItems({ em, user: { id: actor.id } }, [
    // Pass a copy as `before`, because the item is changed below and the change feed needs the old row.
    { before: { ...item }, patch: stateDependentColumns(item, state) },
  ])
  Object.assign(item, moved)
}
