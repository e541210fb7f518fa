import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { normalizeUrl } from '#common/platform/addresses.ts'
import { newId } from '#common/platform/ids.ts'
import {
  findMentionedItemKeys,
  maxGitReferencesPerItem,
  maxItemsPerGitReference,
} from '#common/work/git/rules.ts'
import { query } from '../../platform/db/orm.ts'
import type { ItemRow } from '../work-items/item-row.ts'
import { lockAndLoadItems } from '../work-items/lock-items.ts'
import type { GitActor } from './actor.ts'
import { type GitConnectionRow, type GitReference, GitReferenceEntity } from './entity.ts'
import type { GitReferenceUpdate } from './facts.ts'
import { loadProjectStatesById, moveItemByGitRules, type ProjectStatesById } from './move-items.ts'
import { updateItemGitStates } from './update-item-git-states.ts'

export interface GitUpdateCounts {
  /** Number of references that were created or changed. */
  linked: number
  /** Number of items that entered another state. */
  moved: number
}

interface Applying {
  em: EntityManager
  connection: GitConnectionRow
  actor: GitActor
  identifiers: string[]
  states: ProjectStatesById
}

/**
 * Links branches, commits and pull requests to the work items whose keys they contain. Changes the states of these
 * items according to the rules of the connection.
 */
export async function applyGitReferenceUpdates(
  em: EntityManager,
  connection: GitConnectionRow,
  actor: GitActor,
  facts: readonly GitReferenceUpdate[],
): Promise<GitUpdateCounts> {
  const identifiers = await identifiersOf(em, connection.project_id)
  const at = { em, connection, actor, identifiers, states: await loadProjectStatesById(em, connection) }
  const applied = { linked: 0, moved: 0 }
  for (const fact of facts) {
    const { linked, moved } = await applyFact(at, fact)
    applied.linked += linked
    applied.moved += moved
  }
  return applied
}

async function applyFact(at: Applying, fact: GitReferenceUpdate): Promise<GitUpdateCounts> {
  const { em, connection } = at
  const mentioned = mentionsOf(fact, at.identifiers)
  const known = await em.find(GitReferenceEntity, {
    connection_id: connection.id,
    kind: fact.kind,
    key: fact.key,
  })
  const items = await lockedItems(at, [...mentioned.keys()], known)
  const changed: string[] = []
  let moved = 0
  for (const item of items) {
    const before = known.find(({ issue_id }) => issue_id === item.id)
    if (before !== undefined && isStale(before, fact)) continue
    const was = before?.state ?? null
    const reference = before ?? (await addReference(at, item, fact))
    if (reference === null) continue
    if (before === undefined || differs(before, fact)) {
      em.assign(reference, shownFields(connection, fact))
      await em.flush()
      changed.push(item.id)
    }
    const closes = mentioned.get(item.sequence_id) === true
    if (isTrusted(fact) && (await moveItemByGitRules(at, { item, reference, was, closes }))) moved++
  }
  await updateItemGitStates(em, changed)
  return { linked: changed.length, moved }
}

/**
 * Returns the numbers of the items of this project that the texts name. The value of a number is true if a text
 * contains a phrase that completes the item, such as "fixes HARB-12".
 */
function mentionsOf({ text, closing_text }: GitReferenceUpdate, identifiers: string[]): Map<number, boolean> {
  const found = [
    ...findMentionedItemKeys(text, identifiers),
    ...findMentionedItemKeys(closing_text, identifiers).filter(({ closes }) => closes),
  ]
  const mentioned = new Map<number, boolean>()
  for (const { number, closes } of found) mentioned.set(number, closes || mentioned.get(number) === true)
  return new Map([...mentioned].slice(0, maxItemsPerGitReference))
}

/**
 * Returns the current and all former identifiers of the project. Branch names may still contain a former
 * identifier.
 */
async function identifiersOf(em: EntityManager, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select identifier from projects where id = ${projectId}
    union select identifier from former_project_identifiers where project_id = ${projectId}`.execute(
    query(em),
  )
  return rows.map(({ identifier }) => identifier)
}

/**
 * Locks the items that the updates name, and the items that are already linked, even if these have left the
 * project.
 */
async function lockedItems(
  { em, connection }: Applying,
  numbers: number[],
  known: readonly GitReference[],
): Promise<ItemRow[]> {
  const linked = known.map(({ issue_id }) => issue_id)
  if (numbers.length === 0 && linked.length === 0) return []
  return lockAndLoadItems(
    em,
    sql<boolean>`deleted_at is null and state__group <> 'triage' and (
      (project_id = ${connection.project_id} and sequence_id = any(${numbers}::int[]) and archived_at is null)
      or id = any(${linked}::uuid[]))`,
  )
}

/**
 * Returns true if the update must be ignored. Webhook deliveries may arrive late or twice and must not undo
 * newer changes. A merged pull request never changes back.
 */
function isStale({ changed_at, state }: GitReference, fact: GitReferenceUpdate): boolean {
  if (state === 'merged' && fact.state !== 'merged') return true
  return changed_at !== null && fact.changed_at !== null && new Date(fact.changed_at) < changed_at
}

/**
 * Returns true unless the update states that it is not trusted. Deliveries of earlier versions of Tandem,
 * which stored no `is_trusted`, are trusted.
 */
function isTrusted({ is_trusted }: Partial<GitReferenceUpdate>): boolean {
  return is_trusted !== false
}

function differs(reference: GitReference, { title, state, changed_at }: GitReferenceUpdate): boolean {
  const time = changed_at === null ? null : new Date(changed_at).getTime()
  const isNewer = time !== null && time !== reference.changed_at?.getTime()
  return isNewer || reference.title !== title || reference.state !== state
}

/**
 * Adds a reference to the item. Returns null if the item has too many references, or if the update only
 * reports the deletion of an unknown branch.
 */
async function addReference(
  { em, connection }: Applying,
  item: ItemRow,
  fact: GitReferenceUpdate,
): Promise<GitReference | null> {
  if (fact.state === 'deleted') return null
  const count = await em.count(GitReferenceEntity, { issue_id: item.id })
  if (count >= maxGitReferencesPerItem && fact.kind !== 'pull_request') return null
  return em.create(GitReferenceEntity, {
    ...shownFields(connection, fact),
    id: newId(),
    workspace_id: item.workspace_id,
    project_id: item.project_id,
    issue_id: item.id,
    connection_id: connection.id,
    provider: connection.provider,
    repository: connection.repository,
    kind: fact.kind,
    key: fact.key,
    previous_state_id: null,
    entered_state_id: null,
    issue_created_by: item.created_by,
  })
}

function shownFields({ base_url, repository }: GitConnectionRow, fact: GitReferenceUpdate) {
  return {
    title: fact.title,
    // Accept only web addresses, because other URL schemes could run code when a user opens the link.
    url: normalizeUrl(fact.url, 'https') ?? `${base_url}/${repository}`,
    state: fact.state,
    author: fact.author,
    is_trusted: isTrusted(fact),
    changed_at: fact.changed_at === null ? null : new Date(fact.changed_at),
  }
}
