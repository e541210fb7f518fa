import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ColumnName } from '#common/work/listing/properties.ts'
import { createDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import {
  type CellValue,
  getCellValue,
  patchForCell,
} from '#web/work/listing/layouts/spreadsheet/cell-values.ts'
import {
  getSheetColumns,
  isColumnClearable,
  isColumnEditable,
  nextOrderOfColumn,
  type SheetColumn,
} from '#web/work/listing/layouts/spreadsheet/columns.ts'
import {
  getCellAfterKeyPress,
  getPasteTargetRange,
  getRangeSize,
  headerRowIndex,
  listCellsInRange,
  rangeBetween,
  type SheetRange,
  transfersForFillBelow,
  transfersForFillDown,
  transfersIntoRange,
} from '#web/work/listing/layouts/spreadsheet/grid.ts'
import { planCellWrites } from '#web/work/listing/layouts/spreadsheet/plan-cell-writes.ts'
import {
  createSheetGridTemplate,
  getMinSheetWidth,
  resizeColumn,
} from '#web/work/listing/layouts/spreadsheet/sizes.ts'
import {
  formatClipboardTable,
  parseClipboardTable,
} from '#web/work/listing/layouts/spreadsheet/table-text.ts'
import type {
  ChoosableProjectValues,
  ReferenceNameGetters,
  TextParsers,
} from '#web/work/listing/properties/text.ts'

const shown = { ...createDefaultUserProperties().display_properties, created_on: true, updated_on: true }
const inProject = { kind: 'project', context: { project_id: 'atlas' } } as const
const everywhere = { kind: 'workspace', context: { project_id: null } } as const
const columnsIn = (place: typeof inProject | typeof everywhere, properties = shown) =>
  getSheetColumns(place, properties)
const column = (name: ColumnName): SheetColumn => {
  const found = columnsIn(everywhere).find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no column ${name}`)
  return found
}

describe('the columns', () => {
  test('follow the display settings', () => {
    const names = (properties = shown) => columnsIn(inProject, properties).map(({ name }) => name)
    expect(names()).toEqual([
      'title',
      'state',
      'priority',
      'assignees',
      'labels',
      'start_date',
      'target_date',
      'estimate',
      'epic',
      'cycle',
      'modules',
      'sub_issues_count',
      'link_count',
      'attachment_count',
      'created_at',
      'created_by',
      'updated_at',
    ])
    expect(names({ ...shown, labels: false, created_on: false })).not.toContain('labels')
    expect(names({ ...shown, created_on: false })).not.toContain('created_by')
  })

  test('include the project in lists across projects', () => {
    expect(columnsIn(everywhere)[1]?.name).toBe('project')
  })

  test('offer the more useful sort order first', () => {
    expect(column('priority').sort).toBe('-priority')
    expect(column('target_date').sort).toBe('target_date')
    expect(column('title').sort).toBe('name')
  })

  test('sort, reverse and clear with three clicks', () => {
    expect(nextOrderOfColumn('-priority', 'sort_order', 'sort_order')).toBe('-priority')
    expect(nextOrderOfColumn('-priority', '-priority', 'sort_order')).toBe('priority')
    expect(nextOrderOfColumn('-priority', 'priority', 'sort_order')).toBe('sort_order')
    // Without sorting, the list already has one of the two orders of this column. The click therefore only changes
    // the direction, and there is no third order.
    expect(nextOrderOfColumn('-created_at', '-created_at', '-created_at')).toBe('created_at')
    expect(nextOrderOfColumn('-created_at', 'created_at', '-created_at')).toBe('-created_at')
  })
})

describe('the cursor', () => {
  const size = { rows: 100, columns: 5 }
  const go = (press: string, row: number, column: number) =>
    getCellAfterKeyPress(press, { row, column }, size, 10)

  test('moves by one, to the edges and by pages', () => {
    expect(go('arrowdown', 3, 2)).toEqual({ row: 4, column: 2 })
    expect(go('arrowleft', 3, 2)).toEqual({ row: 3, column: 1 })
    expect(go('home', 3, 2)).toEqual({ row: 3, column: 0 })
    expect(go('mod+end', 3, 2)).toEqual({ row: 99, column: 4 })
    expect(go('mod+arrowup', 3, 2)).toEqual({ row: 0, column: 2 })
    expect(go('pagedown', 95, 2)).toEqual({ row: 99, column: 2 })
    expect(go('pageup', 3, 2)).toEqual({ row: 0, column: 2 })
  })

  test('enters the headers above the first row', () => {
    expect(go('arrowup', 0, 2)).toEqual({ row: headerRowIndex, column: 2 })
    expect(go('arrowup', headerRowIndex, 2)).toEqual({ row: headerRowIndex, column: 2 })
    expect(go('arrowdown', headerRowIndex, 2)).toEqual({ row: 0, column: 2 })
  })

  test('ignores other keys', () => {
    for (const press of ['tab', 'enter', 'a', 'mod+k', 'alt+arrowdown']) expect(go(press, 3, 2)).toBeNull()
  })

  test('never leaves the table', () => {
    const press = fc.constantFrom('arrowup', 'arrowdown', 'arrowleft', 'arrowright', 'pageup', 'pagedown')
    fc.assert(
      fc.property(fc.array(press), (presses) => {
        let at = { row: 0, column: 0 }
        for (const one of presses) at = go(one, at.row, at.column) ?? at
        return at.row >= headerRowIndex && at.row < size.rows && at.column >= 0 && at.column < size.columns
      }),
    )
  })
})

describe('a range', () => {
  test('is the same from either corner', () => {
    const range = { top: 1, bottom: 3, left: 2, right: 4 }
    expect(rangeBetween({ row: 1, column: 4 }, { row: 3, column: 2 })).toEqual(range)
    expect(rangeBetween({ row: 3, column: 2 }, { row: 1, column: 4 })).toEqual(range)
    expect(getRangeSize(range)).toEqual({ rows: 3, columns: 3 })
    expect(listCellsInRange({ top: 0, bottom: 1, left: 2, right: 3 })).toEqual([
      { row: 0, column: 2 },
      { row: 0, column: 3 },
      { row: 1, column: 2 },
      { row: 1, column: 3 },
    ])
  })

  test('is filled from its first row', () => {
    expect(transfersForFillDown({ top: 2, bottom: 4, left: 1, right: 1 })).toEqual([
      { from: { row: 2, column: 1 }, to: { row: 3, column: 1 } },
      { from: { row: 2, column: 1 }, to: { row: 4, column: 1 } },
    ])
    expect(transfersForFillDown({ top: 2, bottom: 2, left: 1, right: 3 })).toEqual([])
  })

  test('repeats its rows below', () => {
    const range = { top: 0, bottom: 1, left: 0, right: 0 }
    expect(transfersForFillBelow(range, 4).map(({ from, to }) => [from.row, to.row])).toEqual([
      [0, 2],
      [1, 3],
      [0, 4],
    ])
    expect(transfersForFillBelow(range, 1)).toEqual([])
  })

  test('repeats a block if it is a multiple of its size', () => {
    const range: SheetRange = { top: 0, bottom: 3, left: 1, right: 2 }
    expect(getPasteTargetRange({ rows: 2, columns: 1 }, range)).toEqual(range)
    expect(getPasteTargetRange({ rows: 3, columns: 1 }, range)).toEqual({
      top: 0,
      bottom: 2,
      left: 1,
      right: 2,
    })
    expect(getPasteTargetRange({ rows: 1, columns: 3 }, range)).toEqual({
      top: 0,
      bottom: 3,
      left: 1,
      right: 3,
    })
    const laid = transfersIntoRange({ rows: 2, columns: 1 }, range)
    expect(laid).toHaveLength(8)
    expect(laid.at(-1)).toEqual({ from: { row: 1, column: 0 }, to: { row: 3, column: 2 } })
  })
})

describe('text of the clipboard', () => {
  test('has one line per row with tabs between cells', () => {
    expect(
      formatClipboardTable([
        ['a', 'b'],
        ['', 'c'],
      ]),
    ).toBe('a\tb\n\tc')
    expect(parseClipboardTable('a\tb\r\n\tc\r\n')).toEqual([
      ['a', 'b'],
      ['', 'c'],
    ])
  })

  test('keeps tabs, lines and quotes of a cell', () => {
    expect(parseClipboardTable('"two\nlines"\t"say ""hi"""')).toEqual([['two\nlines', 'say "hi"']])
    expect(parseClipboardTable('"hello" world')).toEqual([['"hello" world']])
  })

  test('is parsed back unchanged', () => {
    const cells = fc.array(fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', 'ä') }), {
      minLength: 1,
      maxLength: 4,
    })
    const table = fc.array(cells, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(table, (rows) => {
        // A last row with a single empty cell cannot be distinguished from a trailing line break.
        fc.pre(rows.length === 1 || rows.at(-1)?.join('') !== '')
        expect(parseClipboardTable(formatClipboardTable(rows))).toEqual(rows)
      }),
    )
  })
})

const item: WorkItemRow = {
  id: 'one',
  workspace_id: 'acme',
  project_id: 'atlas',
  sequence_id: 1,
  name: 'Draw the map',
  state_id: 'todo',
  state__group: 'unstarted',
  priority: 'high',
  sort_order: 1,
  start_date: '2026-03-01',
  target_date: '2026-03-09',
  completed_at: null,
  parent_id: null,
  cycle_id: 'sprint',
  type_id: null,
  is_epic: false,
  epic_id: 'naxos',
  estimate_point: 'five',
  assignee_ids: ['ann', 'max'],
  label_ids: ['bug'],
  module_ids: ['engine'],
  subscriber_ids: [],
  mention_ids: [],
  sub_issues_count: 3,
  link_count: 0,
  attachment_count: 0,
  git_state: null,
  is_draft: false,
  archived_at: null,
  created_at: '2026-02-01T12:00:00.000Z',
  updated_at: '2026-02-02T12:00:00.000Z',
  created_by: 'ann',
  updated_by: 'ann',
}

const called: Record<string, string> = {
  todo: 'Todo',
  done: 'Done',
  bug: 'Bug',
  ann: 'Ann',
  max: 'Max',
  sprint: 'Sprint 1',
  naxos: 'Sail to Naxos',
  engine: 'Engine',
  five: '5',
}
const nameOf = (id: string) => called[id] ?? ''
const names: ReferenceNameGetters = {
  state: nameOf,
  label: nameOf,
  cycle: nameOf,
  epic: nameOf,
  module: nameOf,
  estimate: nameOf,
  person: nameOf,
  project: () => 'Atlas',
  priority: (priority) => priority.toUpperCase(),
}
const named = (...ids: string[]) => ids.map((id) => ({ id, names: [nameOf(id)] }))
const atlas: ChoosableProjectValues = {
  states: named('todo', 'done'),
  labels: named('bug'),
  cycles: named('sprint'),
  epics: named('naxos'),
  modules: named('engine'),
  estimates: named('five'),
  people: [{ id: 'ann', names: ['Ann', 'Ann Arbor', 'ann@example.com'] }, ...named('max')],
}
/** The values of another project, whose state with the same name has another id. */
const harbor: ChoosableProjectValues = {
  states: [{ id: 'harbor-done', names: ['done'] }],
  labels: [],
  cycles: [],
  epics: [],
  modules: [],
  estimates: [],
  people: named('max'),
}
const reading: TextParsers = {
  date: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined),
  priority: names.priority,
}
const text = (value: string): CellValue => ({ of: null, text: value, refs: [] })
const read = (name: ColumnName) => getCellValue(item, column(name), names)
const write = (name: ColumnName, value: CellValue, known = atlas) =>
  patchForCell(item, column(name), value, known, reading)

describe('a cell that is copied', () => {
  test('is readable text with dates as days', () => {
    const texts = columnsIn(everywhere).map(({ name }) => [name, read(name).text])
    expect(Object.fromEntries(texts)).toEqual({
      title: 'Draw the map',
      project: 'Atlas',
      state: 'Todo',
      priority: 'HIGH',
      assignees: 'Ann, Max',
      labels: 'Bug',
      start_date: '2026-03-01',
      target_date: '2026-03-09',
      estimate: '5',
      epic: 'Sail to Naxos',
      cycle: 'Sprint 1',
      modules: 'Engine',
      sub_issues_count: '3',
      link_count: '0',
      attachment_count: '0',
      created_at: '2026-02-01',
      created_by: 'Ann',
      updated_at: '2026-02-02',
    })
  })

  test('changes nothing when pasted in its own cell', () => {
    for (const { name } of columnsIn(everywhere).filter(isColumnEditable)) {
      expect(write(name, read(name))).toEqual({ patch: {} })
      expect(write(name, text(read(name).text))).toEqual({ patch: {} })
    }
  })
})

describe('a value that is pasted', () => {
  test('is found by name, ignoring case', () => {
    expect(write('state', text(' done '))).toEqual({ patch: { state_id: 'done' } })
    expect(write('priority', text('Urgent'))).toEqual({ patch: { priority: 'urgent' } })
    expect(write('assignees', text('max, ann arbor'))).toEqual({ patch: { assignee_ids: ['max', 'ann'] } })
    expect(write('start_date', text('2026-03-02'))).toEqual({ patch: { start_date: '2026-03-02' } })
    expect(write('title', text('A \n new  name'))).toEqual({ patch: { name: 'A new name' } })
  })

  test('is refused with a reason if it is invalid', () => {
    const codes = (
      [
        ['state', 'Review'],
        ['state', ''],
        ['priority', 'huge'],
        ['assignees', 'Zoe'],
        ['labels', 'Feature'],
        ['target_date', 'soon'],
        ['title', ' '],
        ['title', 'x'.repeat(256)],
        ['created_at', '2026-01-01'],
      ] as const
    ).map(([name, value]) => {
      const { patch, problem } = write(name, text(value))
      expect(patch).toEqual({})
      return problem?.code
    })
    expect(codes).toEqual([
      'unknown_state',
      'required',
      'not_a_priority',
      'unknown_person',
      'unknown_label',
      'not_a_date',
      'required',
      'too_long',
      'read_only',
    ])
  })

  test('keeps the known names of a list', () => {
    expect(write('assignees', text('Max, Zoe, Max'))).toEqual({
      patch: { assignee_ids: ['max'] },
      problem: { code: 'unknown_person', text: 'Zoe' },
    })
  })

  test('uses the value of the same name in another project', () => {
    const done: CellValue = { of: 'state', text: 'Done', refs: [{ id: 'done', name: 'Done' }] }
    expect(write('state', done, harbor)).toEqual({ patch: { state_id: 'harbor-done' } })
    expect(write('labels', read('labels'), harbor)).toEqual({
      patch: {},
      problem: { code: 'unknown_label', text: 'Bug' },
    })
  })

  test('clears optional properties if it is empty', () => {
    const emptied = columnsIn(everywhere)
      .filter(isColumnClearable)
      .map(({ name }) => write(name, text('')).patch)
    expect(emptied).toEqual([
      { priority: 'none' },
      { assignee_ids: [] },
      { label_ids: [] },
      { start_date: null },
      { target_date: null },
      { estimate_point: null },
      { epic_id: null },
      { cycle_id: null },
      { module_ids: [] },
    ])
  })
})

describe('many cells', () => {
  const rules = { knownIn: () => atlas, canEdit: () => true, reading }
  const writing = (row: WorkItemRow, name: ColumnName, value: string) => ({
    row,
    column: column(name),
    value: text(value),
  })
  const other: WorkItemRow = { ...item, id: 'two', start_date: null, target_date: null }

  test('form one change per item', () => {
    const { patches, problems } = planCellWrites(
      [
        writing(item, 'state', 'Done'),
        writing(item, 'priority', 'low'),
        writing(other, 'priority', 'high'),
        writing(other, 'labels', ''),
      ],
      rules,
    )
    expect(Object.fromEntries(patches)).toEqual({
      one: { state_id: 'done', priority: 'low' },
      two: { label_ids: [] },
    })
    expect(problems).toEqual([])
  })

  test('skip an item that would end before it starts', () => {
    const { patches, problems } = planCellWrites(
      [
        writing(item, 'target_date', '2026-02-01'),
        writing(item, 'priority', 'low'),
        writing(other, 'target_date', '2026-02-01'),
      ],
      rules,
    )
    expect(Object.fromEntries(patches)).toEqual({
      one: { priority: 'low' },
      two: { target_date: '2026-02-01' },
    })
    expect(problems).toEqual([{ code: 'dates_wrong', text: '', project_id: 'atlas' }])
  })

  test('can change both dates of an item together', () => {
    const { patches, problems } = planCellWrites(
      [writing(item, 'start_date', '2026-05-01'), writing(item, 'target_date', '2026-05-02')],
      rules,
    )
    expect(patches.get('one')).toEqual({ start_date: '2026-05-01', target_date: '2026-05-02' })
    expect(problems).toEqual([])
  })

  test('skip items that the user cannot edit', () => {
    const { patches, problems } = planCellWrites(
      [writing(item, 'priority', 'low'), writing(other, 'priority', 'low')],
      { ...rules, canEdit: (row) => row.id === 'two' },
    )
    expect([...patches.keys()]).toEqual(['two'])
    expect(problems.map(({ code }) => code)).toEqual(['no_access'])
  })
})

describe('the widths of columns', () => {
  const columns = columnsIn(inProject).slice(0, 3)

  test('are the defaults until the user changes them', () => {
    expect(createSheetGridTemplate(columns, {})).toBe('minmax(var(--spreadsheet-title),1fr) 9rem 7.25rem')
    expect(createSheetGridTemplate(columns, { title: 300, priority: 90 })).toBe(
      'var(--spreadsheet-title) 9rem 5.625rem',
    )
    expect(getMinSheetWidth(columns, { state: 200 })).toBe('calc(var(--spreadsheet-title) + 19.75rem)')
  })

  test('have limits', () => {
    expect(resizeColumn({ state: 144 }, 'state', -500)).toEqual({ state: 64 })
    expect(resizeColumn({ state: 144 }, 'state', 5000)).toEqual({ state: 1200 })
    expect(resizeColumn({ title: 300, state: 144 }, 'state', 8.4)).toEqual({ title: 300, state: 152 })
  })
})
