import type { Activity } from '#common/activities/schema.ts'
import { shortAddress } from '#common/addresses.ts'
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
    case 'project':
      return t(from ? 'activity.project' : 'activity.projectTo', { from, to })
    case 'priority':
      return priorityWords(to)
    case 'start_date':
    case 'target_date':
      return to ? t(`activity.${field}.set`, { to: dayWords(to) }) : t(`activity.${field}.removed`)
    case 'parent':
    case 'labels':
    case 'assignees':
    case 'attachment':
      return to ? t(`activity.${field}.set`, { to }) : t(`activity.${field}.removed`, { from })
    default:
      return t('activity.other')
  }
}

function cycleWords(from: string, to: string): string {
  if (from && to) return t('activity.cycles.moved', { from, to })
  return to ? t('activity.cycles.set', { to }) : t('activity.cycles.removed', { from })
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
