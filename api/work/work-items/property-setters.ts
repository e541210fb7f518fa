import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import type { itemProperties, PropertyName } from '#common/work/listing/properties.ts'
import type { workItemCalls } from '#common/work/work-items/calls.ts'
import { type dateFields, projectIndependentFields } from '#common/work/work-items/fields.ts'
import {
  areDatesOutOfOrder,
  itemAcceptsChanges,
  maxValuesPerItemField,
} from '#common/work/work-items/rules.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { assertProjectWritable } from '../../access/guard.ts'
import { assignableUsers } from '../../access/people.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { NewExternalId } from '../../platform/db/external-ids.ts'
import { type ItemRow, isSameColumnValue } from './item-row.ts'
import { lockExistingLabels } from './labels-and-numbers.ts'
import { loadStateOrDefault, stateDependentColumns } from './load.ts'
import { lockActiveEstimateValues } from './lock-active-estimate-values.ts'
import { cycleClosedMessage, lockCyclesOrModules, moduleArchivedMessage } from './lock-cycles-or-modules.ts'
import { loadItemAndAncestors } from './tree.ts'

type Sent = BodyOf<typeof workItemCalls.updateWorkItem>
type FieldOf<Name extends PropertyName> = (typeof itemProperties)[Name]['field']
/** Names of the properties that the API can set. Each one has an entry in `propertySetters`. */
type SettableName = {
  [Name in PropertyName]: FieldOf<Name> extends keyof Sent ? Name : never
}[PropertyName]

type Values = Required<Pick<Sent, FieldOf<SettableName>>>
type Field = keyof Values

/** New values for an item, by field. */
export type PropertyChanges = Partial<Values>

export interface ItemChange {
  before: ItemRow
  /** The new values. The external id needs no setter, because it is stored as it was sent. */
  change: PropertyChanges & NewExternalId
}

export interface ItemChangeOptions {
  /**
   * If true, the new assignees, labels and modules are added to the existing ones. Otherwise, the new values
   * replace the existing ones.
   */
  adds?: boolean
  /** True if the change accepts the item into the project. */
  leaves_triage?: true
  /** The name of the parent field in the request, for error messages. */
  parent_field?: string
}

interface Rules<Of extends Field, Column extends keyof ItemRow> {
  set(before: ItemRow, value: Values[Of]): Partial<Pick<ItemRow, Column>>
  /** Throws if the new value is not allowed. The function is called only if the property changes. */
  check?(after: ItemRow): void
}

/** A setter that has loaded the rows it needs to check new values. */
export interface PreparedPropertySetter {
  set(item: ItemChange): Partial<ItemRow>
  check(before: ItemRow, after: ItemRow): void
}

/** Defines how a property is set. */
interface Setter<Of extends Field = Field, Column extends keyof ItemRow = keyof ItemRow> {
  field: Of
  /** The columns that the setter writes: the column of the property, and columns that depend on it. */
  columns: readonly Column[]
  /** Loads the rows that the setter requires, once for all items. */
  prepare(
    ctx: ProjectContext,
    items: readonly ItemChange[],
    options: ItemChangeOptions,
  ): Promise<PreparedPropertySetter>
}

/** All properties that can be set, in the order in which their rules are checked. */
export const propertySetters = {
  title: plainSetter('name'),
  state: setter('state_id', ['state__group', 'completed_at'], async (ctx, wanted) => {
    const states = new Map<string | null, Awaited<ReturnType<typeof loadStateOrDefault>>>()
    for (const id of new Set(wanted.map(({ value }) => value)))
      states.set(id, await loadStateOrDefault(ctx, id))
    return {
      set(before, id) {
        const state = states.get(id)
        return state === undefined || state.id === before.state_id ? {} : stateDependentColumns(before, state)
      },
    }
  }),
  ...plainSetters(),
  start_date: plainSetter('start_date', assertDatesInOrder),
  target_date: plainSetter('target_date', assertDatesInOrder),
  // Also subscribe new assignees to the item. They may unsubscribe later.
  assignees: setter('assignee_ids', ['subscriber_ids'], async (ctx, wanted, { adds }) => {
    const known = new Set(
      await assignableUsers(
        ctx.em,
        ctx.project.id,
        ctx.workspace.id,
        wanted.flatMap(({ value }) => value),
      ),
    )
    return {
      set(before, sent) {
        const assignee_ids = applyList(before.assignee_ids, sent, known, adds)
        const added = assignee_ids.filter((id) => !before.assignee_ids.includes(id))
        return { assignee_ids, subscriber_ids: [...new Set([...before.subscriber_ids, ...added])] }
      },
      check: ({ assignee_ids }) => assertBelowValuesLimit('assignee_ids', assignee_ids),
    }
  }),
  labels: setter('label_ids', [], async (ctx, wanted, { adds }) => {
    const sent = new Set(wanted.flatMap(({ value }) => value))
    const known = new Set(await lockExistingLabels(ctx.em, ctx.project.id, [...sent]))
    return {
      set: (before, ids) => ({ label_ids: applyList(before.label_ids, ids, known, adds) }),
      check: ({ label_ids }) => assertBelowValuesLimit('label_ids', label_ids),
    }
  }),
  // Setting an epic also replaces the parent of the item, because the epic becomes its parent. The rules are
  // checked only for items whose epic changes.
  epic: setter('epic_id', ['parent_id'], async (ctx, wanted) => {
    const moving = new Set(wanted.map(({ before }) => before.id))
    const changing = wanted.filter(({ before, value }) => value !== before.epic_id)
    if (changing.some(({ value }) => value !== null)) assertProjectWritable(ctx.project, 'epics')
    const epics = await newParents(ctx, changing, moving)
    return {
      set: (before, epic_id) => (epic_id === before.epic_id ? {} : { epic_id, parent_id: epic_id }),
      check({ epic_id, is_epic }) {
        const epic = epics.get(epic_id ?? '')
        if (epic === undefined) return
        if (is_epic) throw invalid('epic_id', 'An epic can’t have a parent or an epic.')
        if (!epic.is_epic || !epic.acceptsChildren)
          throw invalid('epic_id', 'The epic is not valid. Enter a valid epic_id.')
      },
    }
  }),
  // The parent must be a visible, editable item of the project. It must be neither one of the items that get a new
  // parent nor a descendant of one. An unchanged parent is accepted even if the caller cannot see it.
  parent: setter('parent_id', [], async (ctx, wanted, { parent_field = 'parent_id' }) => {
    const moving = new Set(wanted.map(({ before }) => before.id))
    const changing = wanted.filter(({ before, value }) => value !== before.parent_id)
    const parents = await newParents(ctx, changing, moving)
    if ([...parents.values()].some((parent) => parent.is_epic)) assertProjectWritable(ctx.project, 'epics')
    return {
      // Write nothing for an unchanged parent, so that a new epic in the same request is not overwritten.
      set: (before, parent_id) => (parent_id === before.parent_id ? {} : { parent_id }),
      check({ parent_id, is_epic }) {
        const parent = parents.get(parent_id ?? '')
        // Skip the check if the parent was removed, or if an epic in the same request has replaced it.
        if (parent === undefined) return
        if (is_epic) throw invalid(parent_field, 'An epic can’t have a parent or an epic.')
        if (!parent.acceptsChildren)
          throw invalid(parent_field, 'Parent is not valid issue_id please pass a valid issue_id')
      },
    }
  }),
  // Throws if the cycle belongs to another project or accepts no items. Items cannot return to a completed
  // cycle.
  cycle: setter('cycle_id', [], async (ctx, wanted) => {
    const changing = wanted.filter(({ before, value }) => value !== before.cycle_id)
    if (changing.length > 0) requirePermission(canEditCyclesAndModules(projectActor(ctx)))
    const ids = [...new Set(changing.flatMap(({ value }) => value ?? []))]
    if (ids.length > 0) assertProjectWritable(ctx.project, 'cycles')
    const takes = await lockCyclesOrModules(ctx, 'cycles', ids)
    return {
      set: (_, cycle_id) => ({ cycle_id }),
      check({ cycle_id, is_epic }) {
        if (cycle_id === null) return
        if (is_epic) throw invalid('cycle_id', 'An epic can’t be in a cycle. Add its sub-items instead.')
        if (takes.get(cycle_id)) return
        const exists = takes.has(cycle_id)
        throw invalid(
          'cycle_id',
          exists ? cycleClosedMessage : 'Cycle is not valid please pass a valid cycle_id',
        )
      },
    }
  }),
  // Modules must belong to the project. Archived modules stay on the item but accept no new items.
  modules: setter('module_ids', [], async (ctx, wanted, { adds }) => {
    const isNew = ({ before }: (typeof wanted)[number], id: string) => !before.module_ids.includes(id)
    const coming = new Set(wanted.flatMap((one) => one.value.filter((id) => isNew(one, id))))
    const isLeaving = ({ before, value }: (typeof wanted)[number]) =>
      !adds && before.module_ids.some((id) => !value.includes(id))
    if (coming.size > 0 || wanted.some(isLeaving))
      requirePermission(canEditCyclesAndModules(projectActor(ctx)))
    if (coming.size > 0) assertProjectWritable(ctx.project, 'modules')
    const takes = await lockCyclesOrModules(ctx, 'modules', [...coming])
    if ([...takes.values()].includes(false)) throw invalid('module_ids', moduleArchivedMessage)
    return {
      set(before, ids) {
        const known = new Set([...before.module_ids, ...takes.keys()])
        return { module_ids: applyList(before.module_ids, ids, known, adds) }
      },
      check({ module_ids, is_epic }) {
        if (is_epic && module_ids.length > 0)
          throw invalid('module_ids', 'An epic can’t be in a module. Add its sub-items instead.')
        assertBelowValuesLimit('module_ids', module_ids)
      },
    }
  }),
  // The value must belong to the active estimate. The value is locked: a concurrent deletion of the value
  // must wait, and then also replaces the value on these items.
  estimate: setter('estimate_point', [], async (ctx, wanted) => {
    const changing = wanted.filter(({ before, value }) => value !== before.estimate_point)
    const known = await lockActiveEstimateValues(ctx, [
      ...new Set(changing.flatMap(({ value }) => value ?? [])),
    ])
    return {
      set: (_, estimate_point) => ({ estimate_point }),
      check({ estimate_point }) {
        if (estimate_point !== null && !known.has(estimate_point))
          throw invalid('estimate_point', 'Estimate point is not valid please pass a valid estimate_point_id')
      },
    }
  }),
  sort_order: plainSetter('sort_order'),
} satisfies { [Name in SettableName]: Setter<FieldOf<Name>> }

interface NewParent {
  is_epic: boolean
  acceptsChildren: boolean
}

/**
 * Loads the new parents of items. A new parent must be neither one of the items in `moving` nor a descendant of one.
 */
async function newParents(
  ctx: ProjectContext,
  wanted: readonly { value: string | null }[],
  moving: ReadonlySet<string>,
): Promise<Map<string, NewParent>> {
  const found = new Map<string, NewParent>()
  for (const id of new Set(wanted.flatMap(({ value }) => value ?? []))) {
    const line = await loadItemAndAncestors(ctx, id)
    const one = line.find((above) => above.id === id)
    const isEditable = one !== undefined && itemAcceptsChanges(one) && !isIntakeItemInTriage(one)
    const acceptsChildren = isEditable && !line.some((above) => moving.has(above.id))
    found.set(id, { is_epic: one?.is_epic ?? false, acceptsChildren })
  }
  return found
}

interface Wanted<Of extends Field> {
  before: ItemRow
  value: Values[Of]
}

function setter<Of extends Field, Also extends keyof ItemRow = never>(
  field: Of,
  also: readonly Also[],
  lookUp: (
    ctx: ProjectContext,
    wanted: Wanted<Of>[],
    options: ItemChangeOptions,
  ) => Promise<Rules<Of, Of | Also>>,
): Setter<Of, Of | Also> {
  const columns = [field, ...also]
  return {
    field,
    columns,
    async prepare(ctx, items, options) {
      const wanted = items.flatMap(({ before, change }): Wanted<Of>[] => {
        const value = sentValue(change, field)
        return value === undefined ? [] : [{ before, value }]
      })
      if (wanted.length === 0) return unchanged
      const rules = await lookUp(ctx, wanted, options)
      return {
        set({ before, change }) {
          const value = sentValue(change, field)
          return value === undefined ? {} : rules.set(before, value)
        },
        check(before, after) {
          if (columns.some((name) => !isSameColumnValue(before[name], after[name]))) rules.check?.(after)
        },
      }
    },
  }
}

function sentValue<Of extends Field>(change: PropertyChanges, field: Of): PropertyChanges[Of] {
  return change[field]
}

const unchanged: PreparedPropertySetter = { set: () => ({}), check: () => {} }

type PlainName = keyof typeof projectIndependentFields
type PlainField = 'name' | 'sort_order' | PlainName | keyof typeof dateFields

/** Creates the setters of properties whose names equal their fields. */
function plainSetters() {
  const names = Object.keys(projectIndependentFields) as PlainName[]
  return Object.fromEntries(names.map((name) => [name, plainSetter(name)])) as {
    [Name in PlainName]: Setter<Name, Name>
  }
}

/** Creates a setter that writes the value as it was sent. */
function plainSetter<Of extends PlainField>(field: Of, check?: (after: ItemRow) => void): Setter<Of, Of> {
  return setter(field, [], async () => ({
    set: (_, value) => ({ [field]: value }) as Partial<Pick<ItemRow, Of>>,
    ...(check && { check }),
  }))
}

/** Returns the new list of ids, without ids that do not exist in the project. */
function applyList(current: string[], sent: string[], known: ReadonlySet<string>, adds = false): string[] {
  const wanted = sent.filter((id) => known.has(id))
  return [...new Set(adds ? [...current, ...wanted] : wanted)]
}

const tooManyValues = {
  assignee_ids: `A work item can have at most ${maxValuesPerItemField} assignees.`,
  label_ids: `A work item can have at most ${maxValuesPerItemField} labels.`,
  module_ids: `A work item can be in at most ${maxValuesPerItemField} modules.`,
}

function assertBelowValuesLimit(field: keyof typeof tooManyValues, values: string[]): void {
  if (values.length > maxValuesPerItemField) throw invalid(field, tooManyValues[field])
}

function assertDatesInOrder({ start_date, target_date }: ItemRow): void {
  if (areDatesOutOfOrder(start_date, target_date)) {
    throw invalid('start_date', 'Start date cannot exceed target date')
  }
}
