import fc from 'fast-check'
import { fieldByGroupKey, groupKeyByAlias, orderKeys } from '#common/work/listing/keys.ts'
import { listPropertiesWithPart } from '#common/work/listing/properties.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'

/** The ids of the rows to which random items refer, such as states and labels. */
export interface ReferencedRowIds {
  projects: string[]
  states: { id: string; project_id: string; group: WorkItemRow['state__group'] }[]
  labels: string[]
  people: string[]
  cycles: string[]
  modules: string[]
  epics: string[]
  /** The ids of estimate values. */
  points: string[]
  /**
   * Returns whether a cycle, module, epic or estimate value belongs to the project. An item refers only to
   * rows of its own project.
   */
  isIn?: (id: string, project_id: string) => boolean
  /** The ids of parents. The test does not create the rows of these items. */
  others: string[]
}

/** The item fields that lists use for sorting, grouping and filtering. */
export type ListedItemFields = Pick<
  WorkItemRow,
  | 'project_id'
  | 'name'
  | 'state_id'
  | 'state__group'
  | 'priority'
  | 'sort_order'
  | 'start_date'
  | 'target_date'
  | 'completed_at'
  | 'created_at'
  | 'updated_at'
  | 'created_by'
  | 'parent_id'
  | 'cycle_id'
  | 'is_epic'
  | 'epic_id'
  | 'estimate_point'
  | 'assignee_ids'
  | 'label_ids'
  | 'module_ids'
  | 'subscriber_ids'
  | 'mention_ids'
  | 'sub_issues_count'
  | 'link_count'
  | 'attachment_count'
  | 'is_draft'
  | 'archived_at'
>

const day = fc.constantFrom(null, '2026-01-18', '2026-01-21', '2026-01-31', '2026-02-01', '2026-12-31')
const moments = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  // Moments around midnight in Berlin at the start of a week.
  '2026-01-18T22:59:59.999Z',
  '2026-01-18T23:00:00.000Z',
  '2026-01-20T23:00:00.000Z',
  '2026-01-31T22:59:59.999Z',
  '2026-06-01T12:00:00.000Z',
]
const moment = fc.constantFrom(...moments)
const seldom = fc.integer({ min: 1, max: 10 }).map((n) => n === 1)
const count = fc.nat(2)
const names = fc.constantFrom(
  ...['Item', 'item', 'Größe', 'GRÖSSE', '100 %', 'ΟΔΟΣ', 'i_1', 'Item 2', 'Item 10', 'Item 010', 'Äpfel'],
  // Titles with letters that consist of two code points, with other scripts, with emoji, and with a space at
  // the start.
  ...[
    'A\u0308pfel',
    'Zebra',
    'Łódź',
    '漢字',
    'ひらがな',
    '🎉 Release',
    'é-mail',
    'Email',
    ' space',
    '#12 (copy)',
    '',
  ],
)

/**
 * Generates the fields of an item. Each field has only a few possible values, so that many items have equal values. The
 * parent is one of `parents`.
 */
export function arbitraryItemFields(
  { projects, states, labels, people, cycles, modules, epics, points, isIn = () => true }: ReferencedRowIds,
  parents: readonly string[] = [],
) {
  const some = (ids: string[]) => fc.subarray(ids)
  const one = (ids: readonly string[]) => fc.constantFrom(null, null, ...ids)
  return fc.constantFrom(...projects).chain((project_id): fc.Arbitrary<ListedItemFields> => {
    const own = states.filter((state) => state.project_id === project_id)
    const inProject = (ids: readonly string[]) => ids.filter((id) => isIn(id, project_id))
    return fc
      .record({
        state: fc.constantFrom(...own),
        name: names,
        priority: fc.constantFrom(...priorities),
        sort_order: fc.constantFrom(-1e9, -0.5, 0, 65_535, 65_535.5, 1e9),
        start_date: day,
        target_date: day,
        completed_at: fc.option(moment),
        created_at: moment,
        updated_at: moment,
        created_by: one(people),
        parent_id: one(parents),
        cycle_id: one(inProject(cycles)),
        is_epic: seldom,
        epic_id: one(inProject(epics)),
        estimate_point: one(inProject(points)),
        assignee_ids: some(people),
        label_ids: some(labels),
        module_ids: some(inProject(modules)),
        subscriber_ids: some(people),
        mention_ids: some(people),
        sub_issues_count: count,
        link_count: count,
        attachment_count: count,
        is_draft: seldom,
        is_archived: seldom,
      })
      .map(({ state, is_archived, ...fields }) => ({
        ...fields,
        ...(fields.is_epic && { parent_id: null, epic_id: null, cycle_id: null, module_ids: [] }),
        project_id,
        state_id: state.id,
        state__group: state.group,
        archived_at: is_archived ? '2026-06-02T00:00:00.000Z' : null,
      }))
  })
}

/** Generates list queries with any groups, any order, comma-separated filters and filter trees. */
export function arbitraryListingQuery(pool: ReferencedRowIds): fc.Arbitrary<Record<string, string>> {
  const group = fc.option(fc.constantFrom(...Object.keys(fieldByGroupKey), ...Object.keys(groupKeyByAlias)), {
    freq: 3,
    nil: undefined,
  })
  return fc
    .record({
      group_by: group,
      sub_group_by: group,
      order_by: fc.constantFrom(...orderKeys),
      sub_issue: fc.constantFrom(undefined, undefined, 'true', 'false'),
      estimate_sum: fc.constantFrom(undefined, 'true'),
      type: fc.constantFrom(undefined, undefined, 'all', 'active', 'backlog'),
      filters: fc.option(fc.oneof(leaf(pool), tree(pool)), { freq: 2, nil: undefined }),
      commas: fc.oneof(
        fc.constant({}),
        commaFilters(pool).map((all) => all),
      ),
    })
    .map(({ commas, filters, ...query }) => {
      const given = {
        ...query,
        ...commas,
        filters: filters === undefined ? undefined : JSON.stringify(filters),
      }
      return Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      )
    })
}

function commaFilters({
  projects,
  states,
  labels,
  people,
  cycles,
  modules,
  epics,
  points,
  others,
}: ReferencedRowIds): fc.Arbitrary<object> {
  const list = (values: readonly string[]) =>
    fc.subarray([...values, 'None', 'null', 'nonsense'], { maxLength: 4 }).map((chosen) => chosen.join(','))
  const dates = fc
    .array(
      fc.constantFrom(
        '2026-01-31',
        '2026-01-31;after',
        '2026-02-01;before',
        '2_weeks;after;fromnow',
        '1_months;before',
        'None',
        '2026-02-28;after',
        'null',
      ),
      { minLength: 1, maxLength: 2 },
    )
    .map((parts) => parts.join(','))
  const every = {
    state: list(states.map((state) => state.id)),
    state_group: list(['backlog', 'started', 'completed']),
    priority: list(priorities),
    labels: list(labels),
    assignees: list(people),
    created_by: list(people),
    subscriber: list(people),
    mentions: list(people),
    cycle: list(cycles),
    module: list(modules),
    epic: list(epics),
    parent: list(others),
    estimate_point: list(points),
    project: list(projects),
    name: fc.constantFrom('ITEM', 'öss', '%', '_', 'οδος', 'ß'),
    start_target_date: fc.constantFrom('true', 'false'),
    start_date: dates,
    target_date: dates,
    created_at: dates,
    updated_at: dates,
    completed_at: dates,
  }
  return fc
    .subarray(Object.keys(every) as (keyof typeof every)[], { minLength: 1, maxLength: 2 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, every[name]]))))
}

function tree(pool: ReferencedRowIds): fc.Arbitrary<object> {
  const { node } = fc.letrec<{ node: object }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
      leaf(pool),
      fc.record({ and: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ or: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('node') }),
    ),
  }))
  return node
}

/** Every date property that a filter tree supports. */
const treeDates = listPropertiesWithPart('filter').flatMap(({ valueKind, filter }) =>
  (valueKind === 'day' || valueKind === 'moment') && 'tree' in filter ? [filter.tree] : [],
)

/** Every property that a filter tree can test for emptiness. */
const maybeEmpty = listPropertiesWithPart('filter').flatMap((property) =>
  'canBeNone' in property && 'tree' in property.filter ? [property.filter.tree] : [],
)

const periods = [
  ...['yesterday', 'today', 'tomorrow', 'last_1_days', 'last_3_days', 'next_11_days', 'next_365_days'],
  ...['week', 'month'].flatMap((unit) => [`last_${unit}`, `this_${unit}`, `next_${unit}`]),
]

function leaf({
  projects,
  states,
  labels,
  people,
  cycles,
  modules,
  epics,
  points,
}: ReferencedRowIds): fc.Arbitrary<object> {
  const within = (field: string, values: readonly string[]) => [
    fc.constantFrom(...values).map((value) => ({ [field]: value })),
    fc.subarray([...values], { minLength: 1 }).map((chosen) => ({ [`${field}__in`]: chosen.join(',') })),
  ]
  const dated = (field: string) => [
    fc.constantFrom('2026-01-31', '2026-02-01').map((value) => ({ [`${field}__exact`]: value })),
    fc.constant({ [`${field}__range`]: '2026-01-31,2026-02-01' }),
    fc
      .tuple(fc.constantFrom('lt', 'lte', 'gt', 'gte'), fc.constantFrom('2026-01-21', '2026-01-31'))
      .map(([operator, value]) => ({ [`${field}__${operator}`]: value })),
    fc.constantFrom(...periods).map((value) => ({ [`${field}__within`]: value })),
  ]
  return fc.oneof(
    ...within('assignee_id', people),
    ...within('label_id', labels),
    ...within('created_by_id', people),
    ...within('subscriber_id', people),
    ...within('mention_id', people),
    ...within('cycle_id', cycles),
    ...within('module_id', modules),
    ...within('epic_id', epics),
    ...within('estimate_point', points),
    ...within(
      'state_id',
      states.map((state) => state.id),
    ),
    ...within('state_group', ['backlog', 'unstarted', 'started']),
    ...within('project_id', projects),
    ...within('priority', priorities),
    ...treeDates.flatMap(dated),
    fc.constant({ target_date__within: 'overdue' }),
    fc
      .tuple(fc.constantFrom(...maybeEmpty), fc.boolean())
      .map(([field, value]) => ({ [`${field}__isnull`]: value })),
    fc.constantFrom('ITEM', 'öss', '%', '_', 'οδος', 'ß').map((value) => ({ name__icontains: value })),
    fc.constantFrom('1', '2', '12', '0').map((value) => ({ sequence_id__startswith: value })),
    fc.constantFrom({ is_draft: false }, { is_archived: true }),
  )
}
