import { expect, test } from 'vitest'
import type { Change } from '#common/platform/changes.ts'
import { findHistoryViolations, type ViolationKind } from '../../support/history/check.ts'
import type { RecordedChange, RowVersion, WorkspaceRecord } from '../../support/history/recorder.ts'
import type { ReplicaMessage } from '../../support/history/replica.ts'

/* These tests check the history checker with a correct history and with copies that contain one mistake
   each. Max is in the secret project Atlas until version 5, Rex never is. */
const max = 'max'
const rex = 'rex'

const written: [RecordedChange['entity'], string, RecordedChange['op'], Record<string, unknown>][] = [
  ['workspaces', 'acme', 'create', {}],
  ['projects', 'atlas', 'create', { network: 0, guest_view_all_features: false }],
  ['work_items', 'first', 'create', { project_id: 'atlas', created_by: 'ann' }],
  ['work_items', 'first', 'update', { project_id: 'atlas', created_by: 'ann' }],
  [
    'project_members',
    'of-max',
    'update',
    { project_id: 'atlas', member_id: max, role: 15, is_active: false },
  ],
  ['work_items', 'first', 'update', { project_id: 'atlas', created_by: 'ann' }],
  ['labels', 'red', 'create', { project_id: 'atlas' }],
]

const changes = written.map(
  ([entity, id, op], at): RecordedChange => ({
    version: at + 1,
    entity,
    id,
    op,
    first: at + 1,
    last: at + 1,
    audience: [],
  }),
)

const memberships: RowVersion[] = [
  ['workspace_members', 'max-in-acme', { member_id: max, role: 15, is_active: true }],
  ['workspace_members', 'rex-in-acme', { member_id: rex, role: 15, is_active: true }],
  ['project_members', 'of-max', { project_id: 'atlas', member_id: max, role: 15, is_active: true }],
].map(([entity, id, row]) => ({ entity, id, row, version: 0, at: 0 }) as RowVersion)

const record: WorkspaceRecord = {
  changes,
  images: [
    ...memberships,
    ...written.map(
      ([entity, id, , row], at): RowVersion => ({
        entity,
        id,
        version: at + 1,
        at: at + 1,
        row: { id, ...row },
      }),
    ),
  ],
}

/** Returns a change as the server sends it. A change of a new row contains all fields. */
function told(version: number, more: Partial<Change> = {}): Change {
  const { entity, id, op } = changes[version - 1] ?? { entity: 'labels', id: 'none', op: 'update' }
  const fields = op === 'create' ? { id } : { name: 'new' }
  return { version, entity, id, op, fields, actor_id: null, mutation_id: null, ...more }
}

const answer = (version: number): ReplicaMessage => ({
  kind: 'answer',
  at: version,
  since: null,
  version,
  changes: [],
})
const message = (from: number, to: number, ...versions: number[]) =>
  saying(
    from,
    to,
    versions.map((version) => told(version)),
  )
const saying = (from: number, to: number, changes: Change[]): ReplicaMessage => ({
  kind: 'message',
  at: to,
  from,
  to,
  changes,
})

/** The correct messages for Max: changes until his membership ends, and nothing afterwards. */
const right = [answer(1), message(1, 2, 2), message(2, 4, 3, 4), message(4, 5, 5)]

function kinds(person: string, heard: ReplicaMessage[], of: WorkspaceRecord = record): ViolationKind[] {
  return findHistoryViolations(of, [{ name: person, person, told: heard }]).map(({ kind }) => kind)
}

test('a correct history has no violation', () => {
  expect(kinds(max, right)).toEqual([])
  expect(kinds(rex, [answer(1)])).toEqual([])
})

const mistakes: [string, ViolationKind, string, ReplicaMessage[]][] = [
  ['a message that is lost', 'gap', max, [answer(1), message(1, 2, 2), message(4, 5, 5)]],
  ['a message that comes twice', 'repetition', max, [...right, message(4, 5, 5)]],
  [
    'a change that comes twice in a message',
    'repetition',
    max,
    [answer(1), message(1, 2, 2), message(2, 4, 3, 3, 4)],
  ],
  [
    'a change that is left out of a message',
    'missed',
    max,
    [answer(1), message(1, 2, 2), message(2, 4, 4), message(4, 5, 5)],
  ],
  ['a change that is never told', 'missed', max, [answer(1), message(1, 2, 2)]],
  ['a row told after the membership has ended', 'leak', max, [...right, message(5, 6, 6)]],
  ['a row told to somebody who never was there', 'leak', rex, [answer(1), message(1, 3, 3)]],
  [
    'the end of a row that one never saw',
    'leak',
    rex,
    [answer(1), saying(1, 3, [told(3, { op: 'delete', fields: {} })])],
  ],
  [
    'a part of a row that one has not seen before',
    'fragment',
    max,
    [
      answer(1),
      message(1, 2, 2),
      saying(2, 4, [told(3, { op: 'update', fields: { name: 'new' } }), told(4)]),
      message(4, 5, 5),
    ],
  ],
  ['a change that nobody wrote', 'leak', max, [...right, saying(5, 6, [told(6, { id: 'second' })])]],
]

test.each(mistakes)('%s is found as %s', (_, kind, person, heard) => {
  expect(kinds(person, heard)).toContain(kind)
})

test('a missing version in the feed is found', () => {
  const without = { ...record, changes: changes.filter(({ version }) => version !== 3) }
  expect(kinds(rex, [answer(7)], without)).toContain('numbering')
})
