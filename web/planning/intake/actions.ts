import { intakeStatus } from '#common/planning/intake/rules.ts'
import type { IntakeRow } from '#common/planning/intake/schema.ts'
import { newId } from '#common/platform/ids.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, onRefusal, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { formatItemKey } from '../../work/work-items/actions.ts'

export type IntakeDecision = Pick<IntakeRow, 'status' | 'snoozed_till' | 'duplicate_to'>

/**
 * Submits an item; each line of `text` becomes a paragraph. There is no optimistic row, because the server assigns the number of
 * the item. Returns the id of the item. Returns null if the server rejected it, after a call of `onRejected`, or if
 * the user undid the change before it was sent.
 */
export async function submitIntake(
  params: { slug: string; project_id: string },
  name: string,
  text: string,
  onRejected: () => void,
): Promise<string | null> {
  const id = newId()
  const lines = text.trim() === '' ? [] : text.trim().split('\n')
  const content = lines.map((line) => ({
    type: 'paragraph',
    ...(line !== '' && { content: [{ type: 'text', text: line }] }),
  }))
  const stop = onRefusal((_error, _lost, { createdRow }) => createdRow?.id === id && onRejected())
  const answer = await mutate({
    call: 'createInboxIssue',
    input: {
      params,
      body: {
        issue: { id, name, ...(content.length > 0 && { description_json: { type: 'doc', content } }) },
      },
    },
    changes: [],
    message: t('intake.sent', { name }),
    undo: toAnyMutation<'deleteInboxIssue'>({
      call: 'deleteInboxIssue',
      input: { params: { ...params, inbox_issue_id: id } },
      changes: [],
    }),
    redo: toAnyMutation<'restoreWorkItem'>({
      call: 'restoreWorkItem',
      input: { params: { ...params, id } },
      changes: [],
    }),
    createdRow: { entity: 'intake_issues', id },
  }).finally(stop)
  return answer && id
}

/**
 * The state and cycle that an accepted item gets. Without a state, it gets the default state of the project.
 */
export type AcceptTarget = Partial<Pick<WorkItemRow, 'state_id' | 'cycle_id'>>

/** Applies a decision. Undo restores the previous status. */
export async function decideOnIntake(
  row: IntakeRow,
  decision: IntakeDecision,
  into: AcceptTarget = {},
): Promise<void> {
  const item = tables.work_items.get(row.id)
  if (item === undefined) return
  const { status, snoozed_till, duplicate_to } = row
  await mutate(
    undoableMutation(
      decisionMutation(row, item, decision, into),
      messageOf(item, decision),
      decisionMutation(row, item, { status, snoozed_till, duplicate_to }),
    ),
  )
}

/** Moves the item to the trash. Undo restores it. */
export async function deleteIntake(row: IntakeRow): Promise<void> {
  const item = tables.work_items.get(row.id)
  if (item === undefined) return
  const params = { slug: currentSlug(), project_id: row.project_id }
  const change = (op: 'create' | 'delete') => [
    { entity: 'work_items' as const, id: row.id, op, fields: op === 'create' ? { ...item } : {} },
  ]
  await mutate({
    call: 'deleteInboxIssue',
    input: { params: { ...params, inbox_issue_id: row.id } },
    changes: change('delete'),
    message: t('intake.deleted', { key: formatItemKey(item) }),
    undo: toAnyMutation<'restoreWorkItem'>({
      call: 'restoreWorkItem',
      input: { params: { ...params, id: row.id } },
      changes: change('create'),
    }),
  })
}

function decisionMutation(
  row: IntakeRow,
  item: WorkItemRow,
  decision: IntakeDecision,
  into: AcceptTarget = {},
): Mutation<'updateInboxIssue'> {
  const { status, snoozed_till, duplicate_to } = decision
  return {
    call: 'updateInboxIssue',
    input: {
      params: { slug: currentSlug(), project_id: row.project_id, inbox_issue_id: row.id },
      body: {
        status,
        ...(snoozed_till !== null && { snoozed_till }),
        ...(duplicate_to !== null && { duplicate_to }),
        ...(Object.keys(into).length > 0 && { issue: into }),
      },
    },
    changes: [
      { entity: 'intake_issues', id: row.id, op: 'update', fields: { ...decision } },
      ...itemChange(item, decision, into),
    ],
    queueKey: row.id,
  }
}

/**
 * Computes the optimistic change of an intake item. An accepted item gets the chosen state or the default
 * state. A reopened item gets the triage state again.
 */
function itemChange(item: WorkItemRow, { status }: IntakeDecision, { state_id, ...into }: AcceptTarget) {
  const isAccepting = status === intakeStatus.accepted
  const state = [...tables.states.values()].find(
    ({ id, project_id, group, default: isDefault }) =>
      project_id === item.project_id &&
      (isAccepting
        ? state_id === undefined
          ? isDefault && group !== 'triage'
          : id === state_id
        : group === 'triage'),
  )
  const fields = isIntakeItemInTriage(item)
    ? { state_id: item.state_id, state__group: item.state__group }
    : state && { state_id: state.id, state__group: state.group }
  const newFields =
    isAccepting && isIntakeItemInTriage(item)
      ? state && { state_id: state.id, state__group: state.group, ...into }
      : fields
  return newFields === undefined
    ? []
    : [{ entity: 'work_items', id: item.id, op: 'update', fields: newFields } as const]
}

function messageOf(item: WorkItemRow, { status }: IntakeDecision): string {
  const name = intakeStatusName(status)
  return t(`intake.done.${name}`, { key: formatItemKey(item) })
}

export function intakeStatusName(status: number) {
  const names = {
    '-2': 'pending',
    '-1': 'declined',
    '0': 'snoozed',
    '1': 'accepted',
    '2': 'duplicate',
  } as const
  return names[String(status) as keyof typeof names] ?? 'pending'
}
