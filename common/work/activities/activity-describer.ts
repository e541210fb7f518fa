import { isDeletedUserName } from '../../identity/users/rules.ts'
import type texts from '../../locales/en/work.json'
import { formatUrlForDisplay } from '../../platform/addresses.ts'
import { updateStatuses } from '../../platform/update-statuses.ts'
import { type RelationName, relationNames } from '../relations/rules.ts'
import { priorities } from '../work-items/priorities.ts'
import type { Activity } from './schema.ts'

/** Provides texts and dates in the user's language. */
export interface ActivityTranslator {
  say(key: ActivityTextKey, values?: Record<string, string>): string
  /** Formats a day, such as `24 Nov`. */
  day(day: string): string
}

type Paths<Node> = {
  [Name in keyof Node & string]: Node[Name] extends string ? Name : `${Name}.${Paths<Node[Name]>}`
}[keyof Node & string]

export type ActivityTextKey =
  | `deeds.${Paths<(typeof texts)['deeds']>}`
  | `ui.priority.${(typeof priorities)[number]}`
  | `epics.status.${(typeof updateStatuses)[number]}`
  | `workItems.relations.names.${RelationName}`
  | `ui.duration.${'hours' | 'minutes' | 'both'}`
  | 'ui.deletedUser'

type ActivityChange = Pick<Activity, 'verb' | 'field' | 'old_value' | 'new_value' | 'new_identifier'>
type Words = (done: { verb: string; from: string; to: string }) => string

/**
 * Returns a function that describes an activity as the predicate of a sentence, such as "moved this from Todo
 * to In Progress". `reader` is the id of the user who reads the sentence, for "assigned you". The sentences are
 * shown in the history of an item, in the inbox and in emails.
 */
export function createActivityDescriber(
  translator: ActivityTranslator,
): (done: ActivityChange, reader?: string) => string {
  const { say } = translator
  const words = { ...plainWords(translator), ...wordsOfNames(translator) }
  return ({ verb, field, old_value, new_value, new_identifier }, reader) => {
    if (field === null) return say('deeds.created')
    if (field === 'assignees' && new_identifier !== null && new_identifier === reader)
      return say('deeds.assignees.you')
    return words[field]?.({ verb, from: old_value ?? '', to: new_value ?? '' }) ?? say('deeds.other')
  }
}

function plainWords({ say, day }: ActivityTranslator): Record<string, Words | undefined> {
  return {
    issue: ({ verb }) => say(verb === 'restored' ? 'deeds.restored' : 'deeds.deleted'),
    archived_at: ({ to }) => say(to === 'restore' ? 'deeds.unarchived' : 'deeds.archived'),
    import: ({ to }) => say('deeds.imported', { from: to }),
    description: () => say('deeds.description'),
    comment: () => say('deeds.comment'),
    share: () => say('deeds.share'),
    membership: () => say('deeds.membership'),
    text: () => say('deeds.text'),
    mention: ({ to }) => say(`deeds.mention.${to === 'comment' || to === 'page' ? to : 'description'}`),
    type: ({ to }) => say(to === 'epic' ? 'deeds.toEpic' : 'deeds.toItem'),
    snoozed_till: ({ to }) => say('deeds.snoozed', { to: day(to.slice(0, 10)) }),
    intake: ({ to }) =>
      to === 'accepted' || to === 'declined' || to === 'pending' || to === 'submitted'
        ? say(`deeds.intake.${to}`)
        : say('deeds.other'),
    priority({ to }) {
      const priority = priorities.find((name) => name === to) ?? 'none'
      return priority === 'none'
        ? say('deeds.priority.removed')
        : say('deeds.priority.set', { to: say(`ui.priority.${priority}`) })
    },
    start_date: ({ to }) =>
      to ? say('deeds.start_date.set', { to: day(to) }) : say('deeds.start_date.removed'),
    target_date: ({ to }) =>
      to ? say('deeds.target_date.set', { to: day(to) }) : say('deeds.target_date.removed'),
    due: ({ verb, to }) =>
      say(verb === 'overdue' ? 'deeds.due.overdue' : 'deeds.due.upcoming', { to: day(to) }),
    reminder: () => say('deeds.reminder'),
    update({ verb, to }) {
      const status = updateStatuses.find((one) => one === to)
      if (status === undefined) return say(verb === 'deleted' ? 'deeds.update.deleted' : 'deeds.other')
      const named = { to: say(`epics.status.${status}`) }
      return say(verb === 'created' ? 'deeds.update.written' : 'deeds.update.changed', named)
    },
  }
}

function wordsOfNames({ say }: ActivityTranslator): Record<string, Words | undefined> {
  const estimated =
    (worded: (value: string) => string): Words =>
    ({ from, to }) =>
      to
        ? say('deeds.estimate.set', { to: worded(to) })
        : say('deeds.estimate.removed', { from: worded(from) })
  const named = (['epic', 'parent', 'labels', 'modules', 'attachment'] as const).map(
    (field): [string, Words] => [
      field,
      ({ from, to }) => (to ? say(`deeds.${field}.set`, { to }) : say(`deeds.${field}.removed`, { from })),
    ],
  )
  const person = (name: string) => (isDeletedUserName(name) ? say('ui.deletedUser') : name)
  const related = relationNames.map((name): [string, Words] => [
    name,
    ({ from, to }) => {
      const relation = say(`workItems.relations.names.${name}`)
      return to ? say('deeds.related', { relation, to }) : say('deeds.unrelated', { relation, from })
    },
  ])
  const duration = (minutes: string) => {
    const [hours, rest] = [Math.floor(Number(minutes) / 60), Math.round(Number(minutes) % 60)]
    const parts = {
      hours: say('ui.duration.hours', { amount: String(hours) }),
      minutes: say('ui.duration.minutes', { amount: String(rest) }),
    }
    if (hours === 0) return parts.minutes
    return rest === 0 ? parts.hours : say('ui.duration.both', parts)
  }
  return {
    ...Object.fromEntries([...related, ...named]),
    assignees: ({ from, to }) =>
      to
        ? say('deeds.assignees.set', { to: person(to) })
        : say('deeds.assignees.removed', { from: person(from) }),
    name: ({ from, to }) => say('deeds.name', { from, to }),
    state: ({ from, to }) => say('deeds.state', { from, to }),
    project: ({ from, to }) => say(from ? 'deeds.project' : 'deeds.projectTo', { from, to }),
    duplicate_to: ({ to }) => say('deeds.duplicate', { to }),
    cycles({ from, to }) {
      if (from && to) return say('deeds.cycles.moved', { from, to })
      return to ? say('deeds.cycles.set', { to }) : say('deeds.cycles.removed', { from })
    },
    link({ verb, from, to }) {
      if (verb === 'created') return say('deeds.link.created', { to: truncatedUrl(to) })
      if (verb === 'deleted') return say('deeds.link.deleted', { from: truncatedUrl(from) })
      return say('deeds.link.updated', { from: truncatedUrl(from), to: truncatedUrl(to) })
    },
    worklog({ from, to }) {
      const [before, after] = [duration(from), duration(to)]
      if (from && to) return say('deeds.worklog.changed', { from: before, to: after })
      return to ? say('deeds.worklog.logged', { to: after }) : say('deeds.worklog.deleted', { from: before })
    },
    estimate_points: estimated(String),
    estimate_categories: estimated(String),
    estimate_time: estimated(duration),
  }
}

/** Returns a short form of a URL for display, without the protocol. */
function truncatedUrl(url: string): string {
  const address = formatUrlForDisplay(url)
  return address.length > 60 ? `${address.slice(0, 59)}…` : address
}
