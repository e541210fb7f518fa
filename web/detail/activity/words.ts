import type { Activity } from '#common/activities/schema.ts'
import { shortAddress } from '#common/addresses.ts'
import { updateStatuses } from '#common/epics/rules.ts'
import { timeText } from '#common/planning/minutes.ts'
import { type RelationName, relationNames } from '#common/relations/rules.ts'
import { priorities } from '#common/work-items/priorities.ts'
import { shownLanguage, t } from '../../locales/i18n.ts'
import { shortDate } from '../../work-items/dates.ts'

/** What was done, behind the name of who did it: "moved this from Todo to In Progress". */
export function activityWords({ verb, field, old_value, new_value }: Activity): string {
  const [from, to] = [old_value ?? '', new_value ?? '']
  if (field === null) return t('activity.created')
  if (isRelation(field)) return relationWords(field, from, to)
  switch (field) {
    case 'issue':
      return t(verb === 'restored' ? 'activity.restored' : 'activity.deleted')
    case 'archived_at':
      return t(to === 'restore' ? 'activity.unarchived' : 'activity.archived')
    case 'link':
      return linkWords(verb, from, to)
    case 'name':
      return t('activity.name', { from, to })
    case 'description':
      return t('activity.description')
    case 'state':
      return t('activity.state', { from, to })
    case 'cycles':
      return cycleWords(from, to)
    case 'estimate_points':
    case 'estimate_categories':
    case 'estimate_time':
      return estimateWords(field, from, to)
    case 'worklog':
      return worklogWords(from, to)
    case 'project':
      return t(from ? 'activity.project' : 'activity.projectTo', { from, to })
    case 'priority':
      return priorityWords(to)
    case 'start_date':
    case 'target_date':
      return to ? t(`activity.${field}.set`, { to: dayWords(to) }) : t(`activity.${field}.removed`)
    case 'epic':
    case 'parent':
    case 'labels':
    case 'modules':
    case 'assignees':
    case 'attachment':
      return to ? t(`activity.${field}.set`, { to }) : t(`activity.${field}.removed`, { from })
    case 'type':
    case 'update':
      return epicWords(field, verb, to)
    default:
      return intakeWords(field, to)
  }
}

function epicWords(field: 'type' | 'update', verb: string, to: string): string {
  if (field === 'type') return t(to === 'epic' ? 'activity.toEpic' : 'activity.toItem')
  const status = updateStatuses.find((one) => one === to)
  if (status === undefined) return t(verb === 'deleted' ? 'activity.update.deleted' : 'activity.other')
  return t(`activity.update.${verb === 'created' ? 'written' : 'changed'}`, {
    to: t(`epics.status.${status}`),
  })
}

function intakeWords(field: string, to: string): string {
  if (field === 'snoozed_till') return t('activity.snoozed', { to: dayWords(to.slice(0, 10)) })
  if (field === 'duplicate_to') return t('activity.duplicate', { to })
  const isKnown = to === 'accepted' || to === 'declined' || to === 'pending'
  return field === 'intake' && isKnown ? t(`activity.intake.${to}`) : t('activity.other')
}

function cycleWords(from: string, to: string): string {
  if (from && to) return t('activity.cycles.moved', { from, to })
  return to ? t('activity.cycles.set', { to }) : t('activity.cycles.removed', { from })
}

function estimateWords(field: string, from: string, to: string): string {
  const words = (value: string) => (field === 'estimate_time' ? timeText(Number(value)) : value)
  return to
    ? t('activity.estimate.set', { to: words(to) })
    : t('activity.estimate.removed', { from: words(from) })
}

function worklogWords(from: string, to: string): string {
  const [before, after] = [from, to].map((minutes) => timeText(Number(minutes)))
  if (from && to) return t('activity.worklog.changed', { from: before, to: after })
  return to ? t('activity.worklog.logged', { to: after }) : t('activity.worklog.deleted', { from: before })
}

function linkWords(verb: string, from: string, to: string): string {
  if (verb === 'created') return t('activity.link.created', { to: shown(to) })
  if (verb === 'deleted') return t('activity.link.deleted', { from: shown(from) })
  return t('activity.link.updated', { from: shown(from), to: shown(to) })
}

/** Of an address as much as tells it from others. */
function shown(url: string): string {
  const address = shortAddress(url)
  return address.length > 60 ? `${address.slice(0, 59)}…` : address
}

function isRelation(field: string): field is RelationName {
  return relationNames.some((name) => name === field)
}

function relationWords(name: RelationName, from: string, to: string): string {
  const relation = t(`workItems.relations.names.${name}`)
  return to ? t('activity.related', { relation, to }) : t('activity.unrelated', { relation, from })
}

function priorityWords(to: string): string {
  const priority = priorities.find((name) => name === to) ?? 'none'
  return priority === 'none'
    ? t('activity.priority.removed')
    : t('activity.priority.set', { to: t(`ui.priority.${priority}`) })
}

function dayWords(day: string): string {
  return shortDate(day, shownLanguage())
}
