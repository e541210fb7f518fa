import type { ItemImportFormat } from '#common/sharing/item-imports/rules.ts'
import type { t } from '../../locales/i18n.ts'

/** Names of programs and file formats. They are not translated, because they are the same in all languages. */
const names: Record<Exclude<ItemImportFormat, 'csv'>, string> = {
  jira: 'Jira (CSV)',
  linear: 'Linear (CSV)',
  github: 'GitHub (JSON)',
  gitlab: 'GitLab (JSON)',
  gitea: 'Gitea (JSON)',
  trello: 'Trello (JSON)',
  asana: 'Asana (CSV)',
  asana_json: 'Asana (JSON)',
  plane: 'Plane (CSV)',
  clickup: 'ClickUp (CSV)',
  todoist: 'Todoist (CSV)',
  redmine: 'Redmine (CSV)',
  openproject: 'OpenProject (CSV)',
  wekan: 'WeKan (JSON)',
  vikunja: 'Vikunja (JSON)',
  kanboard: 'Kanboard (CSV)',
  planner: 'Microsoft Planner (CSV)',
}

export function importFormatName(format: ItemImportFormat, translate: typeof t): string {
  return format === 'csv' ? translate('itemImports.table') : names[format]
}
