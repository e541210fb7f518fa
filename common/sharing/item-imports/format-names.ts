import type { ItemImportFormat } from './rules.ts'

/** Names of programs and file formats. They are not translated, because they are the same in all languages. */
export const itemImportFormatNames: Record<NamedFormat, string> = {
  jira: 'Jira (CSV)',
  jira_json: 'Jira (JSON)',
  jira_xml: 'Jira (XML)',
  linear: 'Linear (CSV)',
  github: 'GitHub (JSON)',
  gitlab: 'GitLab (JSON)',
  gitea: 'Gitea (JSON)',
  trello: 'Trello (JSON)',
  asana: 'Asana (CSV)',
  asana_json: 'Asana (JSON)',
  plane: 'Plane (CSV, JSON)',
  clickup: 'ClickUp (CSV)',
  todoist: 'Todoist (CSV)',
  redmine: 'Redmine (CSV)',
  openproject: 'OpenProject (CSV)',
  wekan: 'WeKan (JSON)',
  vikunja: 'Vikunja (JSON)',
  kanboard: 'Kanboard (CSV)',
  planner: 'Microsoft Planner (CSV, Excel)',
  notion: 'Notion (ZIP)',
}

/** The format `csv` has no name, because any program can export such a table. */
type NamedFormat = Exclude<ItemImportFormat, 'csv'>

const maxFileNameLength = 100

/** Returns the name of the program, such as `Jira`, or the name of the file if the program is unknown. */
export function importSourceName({
  name,
  format,
}: {
  name: string
  format: ItemImportFormat | null
}): string {
  if (format === null || format === 'csv') return name.slice(0, maxFileNameLength).toWellFormed()
  return itemImportFormatNames[format].replace(/ \(.*\)$/, '')
}
