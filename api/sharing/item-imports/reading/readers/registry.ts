import type { ItemImportFormat } from '#common/sharing/item-imports/rules.ts'
import type { JsonReader, XmlReader } from '../json-reader.ts'
import type { TableReader } from '../table-reader.ts'
import { asanaReader } from './asana.ts'
import { asanaJsonReader } from './asana-json.ts'
import { clickupReader } from './clickup.ts'
import { csvReader } from './csv.ts'
import { giteaReader, githubReader, gitlabReader } from './forge.ts'
import { jiraReader } from './jira.ts'
import { jiraJsonReader } from './jira-json.ts'
import { jiraXmlReader } from './jira-xml.ts'
import { kanboardReader } from './kanboard.ts'
import { linearReader } from './linear.ts'
import { notionReader } from './notion.ts'
import { openprojectReader } from './openproject.ts'
import { planeReader } from './plane.ts'
import { plannerReader } from './planner.ts'
import { redmineReader } from './redmine.ts'
import { todoistReader } from './todoist.ts'
import { trelloReader } from './trello.ts'
import { vikunjaReader } from './vikunja.ts'
import { wekanReader } from './wekan.ts'

export type SourceReader = TableReader | JsonReader | XmlReader

/** All readers. Detection tries them in this order, so stricter formats come before looser ones. */
export const readers: Record<ItemImportFormat, SourceReader> = {
  jira_json: jiraJsonReader,
  jira_xml: jiraXmlReader,
  jira: jiraReader,
  linear: linearReader,
  asana: asanaReader,
  plane: planeReader,
  clickup: clickupReader,
  todoist: todoistReader,
  redmine: redmineReader,
  openproject: openprojectReader,
  kanboard: kanboardReader,
  planner: plannerReader,
  gitea: giteaReader,
  github: githubReader,
  gitlab: gitlabReader,
  wekan: wekanReader,
  trello: trelloReader,
  asana_json: asanaJsonReader,
  vikunja: vikunjaReader,
  notion: notionReader,
  csv: csvReader,
}
