import { csvByteOrderMark, toCsvLines } from '#common/platform/csv.ts'
import { markdownToJira } from './jira-markup.ts'
import type { ExportedComment, ExportRow } from './rows.ts'
import type { TrackerDetails } from './tracker-details.ts'

/*
 * CSV files in the columns that Jira and Linear read. The CSV import of Jira reads several values of a field from
 * several columns with the same heading.
 */

/** A work item with the values that the columns need. */
export interface TrackerItem {
  row: ExportRow
  details: TrackerDetails
  comments: ExportedComment[]
}

/** Maximum number of columns with comments. The last column contains all further comments. */
const maxCommentColumns = 200

export interface JiraWidths {
  labels: number
  modules: number
  comments: number
  relations: Record<string, number>
}

export const noWidths: JiraWidths = { labels: 0, modules: 0, comments: 0, relations: {} }

/** The links of Jira between two issues, by the relations of Tandem. Jira knows no other relations. */
const jiraLinks: Record<string, string> = {
  blocking: 'Outward issue link (Blocks)',
  blocked_by: 'Inward issue link (Blocks)',
  relates_to: 'Outward issue link (Relates)',
  duplicate: 'Outward issue link (Duplicate)',
}

/** Returns the numbers of columns that the items of a batch and of earlier batches need. */
export function widen(widths: JiraWidths, { row, details, comments }: TrackerItem): JiraWidths {
  const relations = { ...widths.relations }
  for (const name of Object.keys(jiraLinks))
    relations[name] = Math.max(relations[name] ?? 0, relatedKeys(row, name).length)
  return {
    labels: Math.max(widths.labels, details.labels.length),
    modules: Math.max(widths.modules, details.modules.length),
    comments: Math.min(Math.max(widths.comments, comments.length), maxCommentColumns),
    relations,
  }
}

export async function* jiraCsv(
  items: AsyncIterable<TrackerItem>,
  widths: JiraWidths,
): AsyncGenerator<Uint8Array> {
  const times = (heading: string, count: number) => Array.from({ length: count }, () => heading)
  const links = Object.entries(jiraLinks)
  yield Buffer.from(
    csvByteOrderMark +
      toCsvLines([
        [
          ...[
            'Summary',
            'Issue key',
            'Issue id',
            'Parent id',
            'Issue Type',
            'Status',
            'Priority',
            'Assignee',
          ],
          ...[
            'Reporter',
            'Created',
            'Updated',
            'Resolved',
            'Due Date',
            'Custom field (Start date)',
            'Sprint',
          ],
          ...['Custom field (Story Points)', 'Description'],
          ...times('Labels', widths.labels),
          ...times('Components', widths.modules),
          ...links.flatMap(([name, heading]) => times(heading, widths.relations[name] ?? 0)),
          ...times('Comment', widths.comments),
        ],
      ]),
  )
  const number = createNumbering()
  for await (const { row, details, comments } of items) {
    const { key, name, state, created_by, cycle, estimate, parent } = row
    const cells = [
      ...[
        name,
        key,
        number(row.project_id, row.sequence_id),
        parent && number(row.project_id, keyNumber(parent)),
      ],
      ...[
        parent ? 'Sub-task' : '',
        state,
        jiraPriorities[String(row.priority)],
        details.assignees[0],
        created_by,
      ],
      ...[row.created_at, row.updated_at, row.completed_at, row.target_date, row.start_date].map(jiraTime),
      ...[cycle, estimate, markdownToJira(details.markdown)],
      ...filled(details.labels, widths.labels),
      ...filled(details.modules, widths.modules),
      ...links.flatMap(([relation]) => filled(relatedKeys(row, relation), widths.relations[relation] ?? 0)),
      ...filled(comments.map(jiraComment), widths.comments),
    ]
    yield Buffer.from(toCsvLines([cells.map((cell) => cell ?? '')]))
  }
}

const jiraPriorities: Record<string, string> = {
  urgent: 'Highest',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

/** Jira reads the ids of parents as numbers, which must be unique in the file. */
function createNumbering(): (projectId: string, sequence: number) => number {
  const projects = new Map<string, number>()
  return (projectId, sequence) => {
    const index = projects.get(projectId) ?? projects.size
    projects.set(projectId, index)
    return index * 10_000_000 + sequence
  }
}

function keyNumber(key: string | number): number {
  return Number(String(key).split('-').at(-1))
}

/** Jira reads all times of a file in one format, which is `yyyy-MM-dd HH:mm:ss` for these files. */
function jiraTime(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value).replace('T', ' ').replace('Z', '')
  return text.includes(' ') ? text : `${text} 00:00:00`
}

function jiraComment({ created_at, author, text }: ExportedComment): string {
  return `${jiraTime(created_at)};${author.replaceAll(';', ',')};${text}`
}

/** Returns exactly `count` cells. The last cell contains all values for which there is no column. */
function filled(values: readonly string[], count: number): string[] {
  if (count === 0) return []
  const cells =
    values.length <= count ? [...values] : [...values.slice(0, count - 1), values.slice(count - 1).join('\n')]
  return Array.from({ length: count }, (_, at) => cells[at] ?? '')
}

function relatedKeys({ related }: ExportRow, name: string): string[] {
  return related.filter(({ relation_type }) => relation_type === name).map(({ key }) => key)
}

const linearColumns: Record<string, (item: TrackerItem) => string | number | null | undefined> = {
  ID: ({ row }) => row.key,
  Team: ({ row }) => row.project,
  Title: ({ row }) => row.name,
  Description: ({ details }) => details.markdown,
  Status: ({ row }) => row.state,
  Estimate: ({ row }) => row.estimate,
  Priority: ({ row }) => linearPriorities[String(row.priority)],
  Project: ({ details }) => details.modules[0],
  Creator: ({ row }) => row.created_by,
  Assignee: ({ details }) => details.assignees[0],
  Labels: ({ details }) => details.labels.join(', '),
  'Cycle Number': () => '',
  'Cycle Name': ({ row }) => row.cycle,
  'Cycle Start': ({ details }) => details.cycle_start,
  'Cycle End': ({ details }) => details.cycle_end,
  Created: ({ row }) => row.created_at,
  Updated: ({ row }) => row.updated_at,
  Started: ({ row }) => (row.state_group === 'started' ? row.updated_at : ''),
  Completed: ({ row }) => (row.state_group === 'completed' ? row.completed_at : ''),
  Canceled: ({ row }) => (row.state_group === 'cancelled' ? row.updated_at : ''),
  'Due Date': ({ row }) => row.target_date,
  'Parent issue': ({ row }) => row.parent,
  'Blocked by': ({ row }) => relatedKeys(row, 'blocked_by').join(', '),
  Blocks: ({ row }) => relatedKeys(row, 'blocking').join(', '),
  'Related to': ({ row }) => relatedKeys(row, 'relates_to').join(', '),
  'Duplicate of': ({ row }) => relatedKeys(row, 'duplicate').join(', '),
  UUID: ({ row }) => row.id,
}

const linearPriorities: Record<string, string> = {
  urgent: 'Urgent',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'No priority',
}

export async function* linearCsv(items: AsyncIterable<TrackerItem>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvByteOrderMark + toCsvLines([Object.keys(linearColumns)]))
  for await (const item of items)
    yield Buffer.from(toCsvLines([Object.values(linearColumns).map((cell) => cell(item) ?? '')]))
}
