import { canEditPlans } from '#common/planning/plans/rules.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import type { PropertyName, properties } from '#common/work/listing/properties.ts'
import type { workItemCalls } from '#common/work/work-items/calls.ts'
import { type dateFields, plainFields } from '#common/work/work-items/fields.ts'
import { datesOutOfOrder, takesChanges, valuesLimit } from '#common/work/work-items/rules.ts'
import { isInTriage } from '#common/work/work-items/triage.ts'
import { actorOf, allow } from '../../access/actor.ts'
import { refuseWrite } from '../../access/guard.ts'
import { assignable } from '../../access/people.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { type ItemRow, same } from './item-row.ts'
import { labelsOf } from './links.ts'
import { inState, stateFor } from './load.ts'
import { cycleTakesNoMore, moduleTakesNoMore, plansTaking } from './open-plans.ts'
import { pointsInUse } from './points-in-use.ts'
import { lineAbove } from './tree.ts'

type Sent = BodyOf<typeof workItemCalls.updateWorkItem>
type FieldOf<Name extends PropertyName> = (typeof properties)[Name]['field']
/** Properties that the calls take; each has an entry below. */
type SettableName = {
  [Name in PropertyName]: FieldOf<Name> extends keyof Sent ? Name : never
}[PropertyName]

type Values = Required<Pick<Sent, FieldOf<SettableName>>>
type Field = keyof Values

/** What a change says of one item: what it shall be, by field. */
export type Change = Partial<Values>

export interface ItemChange {
  before: ItemRow
  change: Change
}

/** How a change is meant. */
export interface ChangeOptions {
  /** People, labels and modules come to those that are there, instead of taking their place. */
  adds?: boolean
  /** It is accepted into the project. */
  leaves_triage?: true
  /** Under which name the request has the parent, where a refusal says so. */
  parent_field?: string
}

interface Rules<Of extends Field, Column extends keyof ItemRow> {
  set(before: ItemRow, value: Values[Of]): Partial<Pick<ItemRow, Column>>
  /** Refuses the item as it becomes, when the change makes a difference to the property. */
  check?(after: ItemRow): void
}

/** A setter that has looked up what it needs to know of other rows. */
export interface ReadySetter {
  set(item: ItemChange): Partial<ItemRow>
  check(before: ItemRow, after: ItemRow): void
}

/** How a property is set. */
interface Setter<Of extends Field = Field, Column extends keyof ItemRow = keyof ItemRow> {
  field: Of
  /** What it writes: its own column and what follows from it. */
  columns: readonly Column[]
  /** Looks up, once for all items. */
  ready(ctx: ProjectContext, items: readonly ItemChange[], way: ChangeOptions): Promise<ReadySetter>
}

/** Every property that can be set, in the order in which rules are asked. */
export const setters = {
  title: asSent('name'),
  state: setter('state_id', ['state__group', 'completed_at'], async (ctx, wanted) => {
    const states = new Map<string | null, Awaited<ReturnType<typeof stateFor>>>()
    for (const id of new Set(wanted.map(({ value }) => value))) states.set(id, await stateFor(ctx, id))
    return {
      set(before, id) {
        const state = states.get(id)
        return state === undefined || state.id === before.state_id ? {} : inState(before, state)
      },
    }
  }),
  ...plainSetters(),
  start_date: asSent('start_date', refuseDatesOutOfOrder),
  target_date: asSent('target_date', refuseDatesOutOfOrder),
  // Whoever comes to be assigned follows the item; who goes on following it afterwards is theirs to say.
  assignees: setter('assignee_ids', ['subscriber_ids'], async (ctx, wanted, { adds }) => {
    const known = new Set(
      await assignable(
        ctx.em,
        ctx.project.id,
        ctx.workspace.id,
        wanted.flatMap(({ value }) => value),
      ),
    )
    return {
      set(before, sent) {
        const assignee_ids = listed(before.assignee_ids, sent, known, adds)
        const came = assignee_ids.filter((id) => !before.assignee_ids.includes(id))
        return { assignee_ids, subscriber_ids: [...new Set([...before.subscriber_ids, ...came])] }
      },
      check: ({ assignee_ids }) => refuseTooMany('assignee_ids', assignee_ids),
    }
  }),
  labels: setter('label_ids', [], async (ctx, wanted, { adds }) => {
    const sent = new Set(wanted.flatMap(({ value }) => value))
    const known = new Set(await labelsOf(ctx.em, ctx.project.id, [...sent]))
    return {
      set: (before, ids) => ({ label_ids: listed(before.label_ids, ids, known, adds) }),
      check: ({ label_ids }) => refuseTooMany('label_ids', label_ids),
    }
  }),
  // An epic of the project, of which the item becomes a part itself: what it was part of until then it leaves. What is below it already stays.
  epic: setter('epic_id', ['parent_id'], async (ctx, wanted) => {
    const moving = new Set(wanted.map(({ before }) => before.id))
    const changing = wanted.filter(({ before, value }) => value !== before.epic_id)
    if (changing.some(({ value }) => value !== null)) refuseWrite(ctx.project, 'epics')
    const epics = await wholes(ctx, changing, moving)
    return {
      set: (before, epic_id) => (epic_id === before.epic_id ? {} : { epic_id, parent_id: epic_id }),
      check({ epic_id, is_epic }) {
        const epic = epics.get(epic_id ?? '')
        if (epic === undefined) return
        if (is_epic) throw invalid('epic_id', 'An epic is part of no other work item.')
        if (!epic.is_epic || !epic.takesParts)
          throw invalid('epic_id', 'Epic is not valid please pass a valid epic_id')
      },
    }
  }),
  // Another item of the project that the caller sees, that takes changes, and that stands below none of the items that move. One that
  // somebody else gave it may stay, though the caller does not see it.
  parent: setter('parent_id', [], async (ctx, wanted, { parent_field = 'parent_id' }) => {
    const moving = new Set(wanted.map(({ before }) => before.id))
    const changing = wanted.filter(({ before, value }) => value !== before.parent_id)
    const parents = await wholes(ctx, changing, moving)
    if ([...parents.values()].some((parent) => parent.is_epic)) refuseWrite(ctx.project, 'epics')
    return {
      // As it was, it says nothing against an epic that is sent along.
      set: (before, parent_id) => (parent_id === before.parent_id ? {} : { parent_id }),
      check({ parent_id, is_epic }) {
        const parent = parents.get(parent_id ?? '')
        // None, or an epic that was sent along has taken its place.
        if (parent === undefined) return
        if (is_epic) throw invalid(parent_field, 'An epic is part of no other work item.')
        if (!parent.takesParts)
          throw invalid(parent_field, 'Parent is not valid issue_id please pass a valid issue_id')
      },
    }
  }),
  // One of the project that takes items. What has left a cycle that is over does not come back into it.
  cycle: setter('cycle_id', [], async (ctx, wanted) => {
    const changing = wanted.filter(({ before, value }) => value !== before.cycle_id)
    if (changing.length > 0) allow(canEditPlans(actorOf(ctx)))
    const ids = [...new Set(changing.flatMap(({ value }) => value ?? []))]
    if (ids.length > 0) refuseWrite(ctx.project, 'cycles')
    const takes = await plansTaking(ctx, 'cycles', ids)
    return {
      set: (_, cycle_id) => ({ cycle_id }),
      check({ cycle_id, is_epic }) {
        if (cycle_id === null) return
        if (is_epic) throw invalid('cycle_id', 'An epic is in no cycle; the work below it is.')
        if (takes.get(cycle_id)) return
        const isThere = takes.has(cycle_id)
        throw invalid(
          'cycle_id',
          isThere ? cycleTakesNoMore : 'Cycle is not valid please pass a valid cycle_id',
        )
      },
    }
  }),
  // Those of the project. One that is archived may stay, and takes no others.
  modules: setter('module_ids', [], async (ctx, wanted, { adds }) => {
    const isNew = ({ before }: (typeof wanted)[number], id: string) => !before.module_ids.includes(id)
    const coming = new Set(wanted.flatMap((one) => one.value.filter((id) => isNew(one, id))))
    const isLeaving = ({ before, value }: (typeof wanted)[number]) =>
      !adds && before.module_ids.some((id) => !value.includes(id))
    if (coming.size > 0 || wanted.some(isLeaving)) allow(canEditPlans(actorOf(ctx)))
    if (coming.size > 0) refuseWrite(ctx.project, 'modules')
    const takes = await plansTaking(ctx, 'modules', [...coming])
    if ([...takes.values()].includes(false)) throw invalid('module_ids', moduleTakesNoMore)
    return {
      set(before, ids) {
        const known = new Set([...before.module_ids, ...takes.keys()])
        return { module_ids: listed(before.module_ids, ids, known, adds) }
      },
      check({ module_ids, is_epic }) {
        if (is_epic && module_ids.length > 0)
          throw invalid('module_ids', 'An epic is in no module; the work below it is.')
        refuseTooMany('module_ids', module_ids)
      },
    }
  }),
  // One of the estimate that is on; whoever deletes it waits, and says what becomes of these items too.
  estimate: setter('estimate_point', [], async (ctx, wanted) => {
    const changing = wanted.filter(({ before, value }) => value !== before.estimate_point)
    const known = await pointsInUse(ctx, [...new Set(changing.flatMap(({ value }) => value ?? []))])
    return {
      set: (_, estimate_point) => ({ estimate_point }),
      check({ estimate_point }) {
        if (estimate_point !== null && !known.has(estimate_point))
          throw invalid('estimate_point', 'Estimate point is not valid please pass a valid estimate_point_id')
      },
    }
  }),
  sort_order: asSent('sort_order'),
} satisfies { [Name in SettableName]: Setter<FieldOf<Name>> }

interface Whole {
  is_epic: boolean
  takesParts: boolean
}

/** The items that others are to become parts of; none of those that move may be above them. */
async function wholes(
  ctx: ProjectContext,
  wanted: readonly { value: string | null }[],
  moving: ReadonlySet<string>,
): Promise<Map<string, Whole>> {
  const found = new Map<string, Whole>()
  for (const id of new Set(wanted.flatMap(({ value }) => value ?? []))) {
    const line = await lineAbove(ctx, id)
    const one = line.find((above) => above.id === id)
    const isRight = one !== undefined && takesChanges(one) && !isInTriage(one)
    const takesParts = isRight && !line.some((above) => moving.has(above.id))
    found.set(id, { is_epic: one?.is_epic ?? false, takesParts })
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
  lookUp: (ctx: ProjectContext, wanted: Wanted<Of>[], way: ChangeOptions) => Promise<Rules<Of, Of | Also>>,
): Setter<Of, Of | Also> {
  const columns = [field, ...also]
  return {
    field,
    columns,
    async ready(ctx, items, way) {
      const wanted = items.flatMap(({ before, change }): Wanted<Of>[] => {
        const value = change[field]
        return value === undefined ? [] : [{ before, value }]
      })
      if (wanted.length === 0) return leftAlone
      const rules = await lookUp(ctx, wanted, way)
      return {
        set({ before, change }) {
          const value = change[field]
          return value === undefined ? {} : rules.set(before, value)
        },
        check(before, after) {
          if (columns.some((name) => !same(before[name], after[name]))) rules.check?.(after)
        },
      }
    },
  }
}

const leftAlone: ReadySetter = { set: () => ({}), check: () => {} }

type PlainName = keyof typeof plainFields
type PlainField = 'name' | 'sort_order' | PlainName | keyof typeof dateFields

/** These properties have the names of their fields. */
function plainSetters() {
  const names = Object.keys(plainFields) as PlainName[]
  return Object.fromEntries(names.map((name) => [name, asSent(name)])) as {
    [Name in PlainName]: Setter<Name, Name>
  }
}

/** What is sent is what is written. */
function asSent<Of extends PlainField>(field: Of, check?: (after: ItemRow) => void): Setter<Of, Of> {
  return setter(field, [], async () => ({
    set: (_, value) => ({ [field]: value }) as Partial<Pick<ItemRow, Of>>,
    ...(check && { check }),
  }))
}

/** Without those that the project does not know. */
function listed(there: string[], sent: string[], known: ReadonlySet<string>, adds = false): string[] {
  const wanted = sent.filter((id) => known.has(id))
  return [...new Set(adds ? [...there, ...wanted] : wanted)]
}

function refuseTooMany(field: Field, values: string[]): void {
  if (values.length > valuesLimit) throw invalid(field, `A work item has at most ${valuesLimit} of them.`)
}

function refuseDatesOutOfOrder({ start_date, target_date }: ItemRow): void {
  if (datesOutOfOrder(start_date, target_date)) {
    throw invalid('start_date', 'Start date cannot exceed target date')
  }
}
