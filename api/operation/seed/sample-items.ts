import { type Priority, priorities } from '#common/work/work-items/priorities.ts'
import { sampleItemTable } from './sample-table.ts'

export interface SampleItem {
  name: string
  state: string
  priority: Priority
  labels: string[]
  people: string[]
  /** The item was created this number of days ago. */
  createdDaysAgo: number
  done: number | null
  /** Start and due date, in days relative to today. */
  start: number | null
  due: number | null
  /** Name of the parent item, which is earlier in the list. */
  part_of: string | null
}

export const sampleItems: SampleItem[] = readTable(sampleItemTable)

function readTable(table: string): SampleItem[] {
  const items: SampleItem[] = []
  let whole: string | null = null
  for (const line of table.trim().split('\n')) {
    const [state = '', priority, created, done, start, due, labels, people, title = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    const isPart = title.startsWith('>')
    const name = title.replace(/^>\s*/, '')
    items.push({
      name,
      state,
      priority: priorities.find((known) => known === priority) ?? 'none',
      labels: namesIn(labels),
      people: namesIn(people),
      createdDaysAgo: days(created) ?? 0,
      done: days(done),
      start: days(start),
      due: days(due),
      part_of: isPart ? whole : null,
    })
    if (!isPart) whole = name
  }
  return items
}

function namesIn(cell = ''): string[] {
  return cell === '' ? [] : cell.split(/,\s*/)
}

function days(cell = ''): number | null {
  return cell === '' ? null : Number(cell)
}
