import type { EntityName } from '#common/entities.ts'
import type { Change } from '#common/platform/changes.ts'
import { computeExpectedAccess, type ExpectedAccess } from './access.ts'
import type { RecordedChange, WorkspaceRecord } from './recorder.ts'
import type { ReplicaMessage } from './replica.ts'
import { createTimeline, type Timeline } from './timeline.ts'

/** The messages that one person received for a workspace, in order, over all connections. */
export interface ReceivedPersonMessages {
  name: string
  person: string
  told: ReplicaMessage[]
}

export type ViolationKind = 'numbering' | 'gap' | 'repetition' | 'leak' | 'fragment' | 'missed'

export interface Violation {
  kind: ViolationKind
  /** A description of the violation, with the person and the version. */
  what: string
}

/**
 * Compares the received messages with the written rows and with each person's access at each version. The
 * check uses no product code.
 */
export function findHistoryViolations(
  record: WorkspaceRecord,
  everyone: ReceivedPersonMessages[],
): Violation[] {
  const known = knowledgeOf(record)
  return [
    ...checkNumbers(record.changes),
    ...everyone.flatMap((heard) => [
      ...checkOrder(heard),
      ...checkContents(record.changes, known.access, heard),
      ...checkCompleteness(record.changes, known, heard),
    ]),
  ]
}

/**
 * Returns the last version with a change for this person. A client that has received this version has
 * received everything.
 */
export function findLastVersionForPerson(record: WorkspaceRecord, person: string): number {
  const known = knowledgeOf(record)
  const told = record.changes.findLast((change) => isFor(person, known, change))
  return told?.version ?? 0
}

export function isWorkspaceMember(record: WorkspaceRecord, person: string): boolean {
  return knowledgeOf(record).access.sees(person, 'users', person, record.changes.at(-1)?.version ?? 0)
}

interface Known {
  timeline: Timeline
  access: ExpectedAccess
}

/**
 * Computes all rows and each person's access at every version. The record must contain all writes of the run.
 */
function knowledgeOf({ images }: WorkspaceRecord): Known {
  const timeline = createTimeline(images)
  return { timeline, access: computeExpectedAccess(timeline) }
}

function checkNumbers(changes: RecordedChange[]): Violation[] {
  const wrong = changes.find((change, at) => change.version !== at + 1)
  return wrong === undefined
    ? []
    : [{ kind: 'numbering', what: `the feed goes wrong at version ${wrong.version}` }]
}

/**
 * Checks that each message continues at the version where the previous message ended, and that no version
 * arrives twice. A person who is removed and rejoins before the server has processed the removal continues to
 * receive messages on the earlier subscription.
 */
function checkOrder({ name, told }: ReceivedPersonMessages): Violation[] {
  const found: Violation[] = []
  let known: number | null = null
  for (const one of told) {
    if (one.kind === 'disconnected') known = null
    if (one.kind === 'answer') {
      found.push(...inOrder(name, one.changes ?? [], one.since ?? one.version, one.version))
      if (one.since !== null && one.version < one.since)
        found.push({ kind: 'repetition', what: `${name} was put back from ${one.since} to ${one.version}` })
      known = one.version
    }
    if (one.kind !== 'message') continue
    if (known === null || one.from > known)
      found.push({ kind: 'gap', what: `${name} knew ${known} and was told from ${one.from}` })
    else if (one.from < known)
      found.push({ kind: 'repetition', what: `${name} knew ${known} and was told again from ${one.from}` })
    found.push(...inOrder(name, one.changes, one.from, one.to))
    known = one.to
  }
  return found
}

function inOrder(name: string, changes: Change[], from: number, to: number): Violation[] {
  let before = from
  for (const { version } of changes) {
    if (version <= before)
      return [
        { kind: 'repetition', what: `${name} was told ${version} after ${before}, from ${from} to ${to}` },
      ]
    if (version > to) return [{ kind: 'gap', what: `${name} was told ${version}, beyond ${to}` }]
    before = version
  }
  return []
}

/**
 * Checks that nobody receives a row that they may not see at that version. A person who did not see the row
 * before must receive the complete row.
 */
function checkContents(
  changes: RecordedChange[],
  access: ExpectedAccess,
  { name, person, told }: ReceivedPersonMessages,
): Violation[] {
  return told.flatMap((one) => {
    if (one.kind !== 'message' && one.kind !== 'answer') return []
    return (one.changes ?? []).flatMap((change): Violation[] => {
      const written = changes[change.version - 1]
      const what = `${name} was told of ${change.op} of ${change.entity} ${change.id} at ${change.version}`
      if (written === undefined || written.id !== change.id)
        return [{ kind: 'leak', what: `${what}, which was not written` }]
      const { entity, id, version, first, last } = written
      const saw = [first - 1, version - 1].some((at) => access.sees(person, entity, id, at))
      const sees = [version, last].some((at) => access.sees(person, entity, id, at))
      const isEnd = change.op === 'delete' || change.fields['is_active'] === false
      if (!sees && !(isEnd && saw)) return [{ kind: 'leak', what }]
      const isWhole = change.fields['id'] !== undefined
      if (change.op === 'update' && !saw && !isWhole)
        return [{ kind: 'fragment', what: `${what}, only ${Object.keys(change.fields).join(', ')}` }]
      return []
    })
  })
}

/**
 * Returns true if the person must receive the change. Returns false for a row that became invisible because
 * the person's access changed. In this case, the client reloads all rows instead.
 */
function isFor(
  person: string,
  { timeline, access }: Known,
  { entity, id, version, audience }: RecordedChange,
): boolean {
  // All receivers share one notification row. If a receiver marks the notification as read, only that
  // receiver gets the change.
  if (entity === 'notifications' && !audience.some((rooms) => rooms.includes(`user:${person}`))) return false
  if (access.sees(person, entity, id, version)) return true
  const before = timeline.rowAt(entity, id, version - 1)
  return before !== null && [version - 1, version].every((at) => access.seesRow(person, entity, before, at))
}

/** Checks that the person received every change of visible rows between two received versions. */
function checkCompleteness(
  changes: RecordedChange[],
  all: Known,
  { name, person, told }: ReceivedPersonMessages,
): Violation[] {
  const found: Violation[] = []
  const moves = movesOf(all.timeline, person)
  const look = (from: number, to: number, at: number, listed: Change[]) => {
    const versions = new Set(listed.map((change) => change.version))
    for (const change of changes.slice(from, to)) {
      if (versions.has(change.version) || !isFor(person, all, change)) continue
      // When the server sent the message, a later change of the person's access was already committed
      // (`move.at <= at`). The client then reloads all rows, so the message may lack this change.
      if (moves.some((move) => move.version > change.version && move.at <= at)) continue
      if (isReadAnew(changes, moves, change)) continue
      const { version, op, entity, id } = change
      found.push({ kind: 'missed', what: `${name} was not told of ${op} of ${entity} ${id} at ${version}` })
    }
  }
  let known: number | null = null
  for (const one of told) {
    if (one.kind === 'refused' || one.kind === 'disconnected') known = null
    if (one.kind === 'answer') {
      if (one.changes !== null && one.since !== null) look(one.since, one.version, one.at, one.changes)
      known = one.version
    }
    if (one.kind !== 'message') continue
    look(one.from, one.to, one.at, one.changes)
    known = one.to
  }
  // Also checks the changes after the last message. The server sends a message after every change of access, so a later
  // change of access cannot excuse a missing change here. With `at` = 0, `look` accepts no such excuse.
  if (known !== null) look(known, changes.length, 0, [])
  return found
}

/**
 * The entities whose changes decide who has access. When such a row changes, the clients of the affected people
 * reload their data.
 */
const deciding = new Set<EntityName>(['projects', 'workspace_members', 'project_members'])

/**
 * Returns true if the transaction of the change also changed the access of the person. The client then reloads all
 * data and does not need the change. One transaction can change several memberships.
 */
function isReadAnew(
  changes: RecordedChange[],
  moves: { version: number }[],
  { version }: RecordedChange,
): boolean {
  for (let at = version; deciding.has(changes[at - 1]?.entity ?? 'users'); at--)
    if (moves.some((move) => move.version === at)) return true
  return false
}

/**
 * Returns the versions at which the person's access may have changed: a project or a membership of the person
 * changed.
 */
function movesOf({ images }: Timeline, person: string): { version: number; at: number }[] {
  const before = new Map<string, string>()
  return images.filter(({ entity, id, row }) => {
    if (!deciding.has(entity)) return false
    const isOwn = entity === 'projects' || row === null || row['member_id'] === person
    const deciders = JSON.stringify([
      row?.['guest_view_all_features'],
      // `network` states whether all members of the workspace can see the project. If `network` changes,
      // people gain or lose access to all rows of the project.
      row?.['network'],
      row?.['is_active'],
      row?.['role'],
      row === null,
    ])
    const isMove = isOwn && before.get(id) !== deciders
    before.set(id, deciders)
    return isMove
  })
}
