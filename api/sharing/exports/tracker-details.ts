import { sql } from 'kysely'
import { localizedDisplayNameSql } from '../../identity/users/display-name.ts'
import { query } from '../../platform/db/orm.ts'
import { htmlToMarkdown, isUnreadableText } from '../workspace-exports/html-to-markdown.ts'
import type { ExportAccessContext, ExportRow } from './rows.ts'

/** Values of a work item that only the files for other programs contain. */
export interface TrackerDetails {
  markdown: string
  assignees: string[]
  labels: string[]
  modules: string[]
  cycle_start: string | null
  cycle_end: string | null
}

interface DetailsRow extends Omit<TrackerDetails, 'markdown'> {
  id: string
  html: string
}

/** Loads the values of the items by their ids. If `withTexts` is false, the descriptions are empty. */
export async function loadTrackerDetails(
  { em, user, workspace }: ExportAccessContext,
  rows: readonly ExportRow[],
  withTexts: boolean,
): Promise<Map<string, TrackerDetails>> {
  const ids = rows.map(({ id }) => id)
  const names = (table: string, column: string, name = sql<string>`n.name`) =>
    sql`array(select ${name} from unnest(${sql.ref(`i.${column}`)}) with ordinality as o (id, at)
      join ${sql.table(table)} n on n.id = o.id order by o.at)`
  const found = await sql<DetailsRow>`
    select i.id, ${withTexts ? sql`i.description_html` : sql`''`} as html, ${names('users', 'assignee_ids', localizedDisplayNameSql('n.display_name', user.language))} as assignees,
      ${names('labels', 'label_ids')} as labels, ${names('modules', 'module_ids')} as modules,
      to_char(c.start_date at time zone 'UTC', 'YYYY-MM-DD') as cycle_start,
      to_char(c.end_date at time zone 'UTC', 'YYYY-MM-DD') as cycle_end
    from work_items i left join cycles c on c.id = i.cycle_id
    where i.id = any(${ids}::uuid[])`.execute(query(em))
  const plainTexts = new Map(rows.map(({ id, description }) => [id, description]))
  const details = new Map<string, TrackerDetails>()
  for (const { id, html, ...lists } of found.rows) {
    const markdown =
      html === '' || html === '<p></p>'
        ? ''
        : await htmlToMarkdown(em, workspace.id, user.id, html).catch((error: unknown) => {
            if (!isUnreadableText(error)) throw error
            return String(plainTexts.get(id) ?? '')
          })
    details.set(id, { ...lists, markdown: markdown.trim() })
  }
  return details
}
