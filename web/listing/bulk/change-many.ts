import type { WorkItemRow } from '#common/work-items/schema.ts'
import { mutate, tables, tellLeft, undoable } from '../../app/sync.ts'
import { t } from '../../locales/i18n.ts'
import { currentSlug } from '../../shell/workspace.ts'
import { inverseOf, type Mutation } from '../../sync/mutation.ts'
import { leftOf, unchangedSince } from '../../sync/put-back.ts'
import { derived, inverse, updateWorkItem, type WorkItemPatch } from '../../work-items/actions.ts'
import { rowsOf, sendMany } from './send-many.ts'

/** What many items can be given at once. */
export type Given = Pick<
  WorkItemPatch,
  'state_id' | 'priority' | 'assignee_ids' | 'label_ids' | 'start_date' | 'target_date'
>
/** What each of many items can be given for itself alone. */
export type GivenEach = Given & Pick<WorkItemPatch, 'name'>
export type Taken = Pick<WorkItemPatch, 'assignee_ids' | 'label_ids'>

/** By project, as each has states and labels of its own. */
export type InProject<Value> = (project_id: string) => Value

interface Patched {
  row: WorkItemRow
  patch: GivenEach
}

/** Gives the same to many items; people and labels come to those that are there. */
export function giveItems(ids: Iterable<string>, given: InProject<Given>): Promise<void> {
  return change(
    rowsOf(ids).map((row) => ({ row, patch: givenTo(row, given(row.project_id)) })),
    (project_id, patched) =>
      sendChange(project_id, patched, {
        call: 'changeWorkItems',
        body: { issue_ids: patched.map(({ row }) => row.id), properties: given(project_id) },
      }),
  )
}

/** Takes people and labels from many items. */
export function takeFromItems(ids: Iterable<string>, taken: InProject<Taken>): Promise<void> {
  return setEach(ids, (row) => {
    const { assignee_ids, label_ids } = taken(row.project_id)
    return {
      ...(assignee_ids && { assignee_ids: row.assignee_ids.filter((id) => !assignee_ids.includes(id)) }),
      ...(label_ids && { label_ids: row.label_ids.filter((id) => !label_ids.includes(id)) }),
    }
  })
}

/** To each item its own change, lists as a whole. */
export function setEach(ids: Iterable<string>, patchOf: (row: WorkItemRow) => GivenEach): Promise<void> {
  return change(
    rowsOf(ids).map((row) => ({ row, patch: patchOf(row) })),
    setItems,
  )
}

function givenTo(row: WorkItemRow, { assignee_ids, label_ids, ...plain }: Given): Given {
  return {
    ...plain,
    ...(assignee_ids && { assignee_ids: [...new Set([...row.assignee_ids, ...assignee_ids])] }),
    ...(label_ids && { label_ids: [...new Set([...row.label_ids, ...label_ids])] }),
  }
}

/** Sends what differs. One item is changed as itself, which its maker may do without being a member. */
async function change(
  wanted: Patched[],
  send: (project_id: string, patched: Patched[]) => Promise<boolean>,
): Promise<void> {
  const remember = undoable()
  const patched = wanted.filter(({ row, patch }) => differs(row, patch))
  const [first] = patched
  if (first === undefined) return
  if (patched.length === 1) return updateWorkItem(first.row.id, first.patch)
  const before = new Map(patched.map(({ row, patch }) => [row.id, inverse(row, patch)]))
  const byId = new Map(patched.map((one) => [one.row.id, one]))
  const accepted = await sendMany(
    patched.map(({ row }) => row),
    (project_id, rows) =>
      send(
        project_id,
        rows.flatMap((row) => byId.get(row.id) ?? []),
      ),
  )
  if (accepted.length === 0) return
  remember({
    message: t('bulk.changed', { count: accepted.length }),
    undo: () =>
      putBackMany(
        accepted.map(({ id }) => ({ id, given: byId.get(id)?.patch ?? {}, before: before.get(id) ?? {} })),
      ),
  })
}

/** To each item what it had, where nobody has changed it since. Items that somebody has deleted or archived since stay as they are. */
async function putBackMany(former: { id: string; given: GivenEach; before: GivenEach }[]): Promise<void> {
  const back = former.flatMap(({ id, given, before }) => {
    const row = tables.work_items.get(id)
    if (row === undefined || row.archived_at !== null) return []
    return [{ row, before, fields: unchangedSince(row, given, before) }]
  })
  tellLeft(back.length === 0 ? 'nothing' : leftOf(back))
  const patched = new Map(
    back.flatMap(({ row, fields }): [string, Patched][] =>
      Object.keys(fields).length === 0 ? [] : [[row.id, { row, patch: fields }]],
    ),
  )
  await sendMany(
    [...patched.values()].map(({ row }) => row),
    (project_id, rows) =>
      setItems(
        project_id,
        rows.flatMap((row) => patched.get(row.id) ?? []),
      ),
  )
}

function setItems(project_id: string, patched: Patched[]): Promise<boolean> {
  return sendChange(project_id, patched, {
    call: 'setWorkItems',
    body: { updates: patched.map(({ row, patch }) => ({ ...patch, id: row.id })) },
  })
}

type Sent =
  | { call: 'changeWorkItems'; body: { issue_ids: string[]; properties: Given } }
  | { call: 'setWorkItems'; body: { updates: (GivenEach & { id: string })[] } }

async function sendChange(project_id: string, patched: Patched[], sent: Sent): Promise<boolean> {
  const params = { slug: currentSlug(), project_id }
  const changes = patched.map(
    ({ row, patch }) =>
      ({
        entity: 'work_items',
        id: row.id,
        op: 'update',
        fields: { ...patch, ...derived(row, patch) },
      }) as const,
  )
  const words = t('bulk.changed', { count: patched.length })
  const undo = inverseOf(
    setting(
      project_id,
      patched.map(({ row, patch }) => ({ row, patch: inverse(row, patch) })),
    ),
  )
  const answer =
    sent.call === 'changeWorkItems'
      ? await mutate({ call: sent.call, input: { params, body: sent.body }, changes, words, undo })
      : await mutate({ call: sent.call, input: { params, body: sent.body }, changes, words, undo })
  return answer !== null
}

/** To each item its own, as one mutation. */
function setting(project_id: string, patched: Patched[]): Mutation<'setWorkItems'> {
  return {
    call: 'setWorkItems',
    input: {
      params: { slug: currentSlug(), project_id },
      body: { updates: patched.map(({ row, patch }) => ({ ...patch, id: row.id })) },
    },
    changes: patched.map(({ row, patch }) => ({
      entity: 'work_items',
      id: row.id,
      op: 'update',
      fields: { ...patch, ...derived(row, patch) },
    })),
  }
}

function differs(row: WorkItemRow, patch: GivenEach): boolean {
  return Object.entries(patch).some(
    ([name, value]) => JSON.stringify(row[name as keyof GivenEach]) !== JSON.stringify(value),
  )
}
