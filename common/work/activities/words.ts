import { shortUrl } from '../../platform/addresses.ts'
import { timeText } from '../../platform/minutes.ts'
import { type RelationName, relationNames } from '../relations/rules.ts'
import { priorities } from '../work-items/priorities.ts'
import { updateStatuses } from '../work-items/update-statuses.ts'
import type sentences from './deeds.en.json'
import type { Activity } from './schema.ts'

/** Where the sentences come from, in the reader's language. */
export interface Speech {
  say(key: Key, values?: Record<string, string>): string
  /** `24 Nov` */
  day(day: string): string
}

type Paths<Node> = {
  [Name in keyof Node & string]: Node[Name] extends string ? Name : `${Name}.${Paths<Node[Name]>}`
}[keyof Node & string]

export type Key =
  | `deeds.${Paths<typeof sentences>}`
  | `ui.priority.${(typeof priorities)[number]}`
  | `epics.status.${(typeof updateStatuses)[number]}`
  | `workItems.relations.names.${RelationName}`

type Done = Pick<Activity, 'verb' | 'field' | 'old_value' | 'new_value' | 'new_identifier'>
type Words = (done: { verb: string; from: string; to: string }) => string

/**
 * What was done, behind the name of who did it: "moved this from Todo to In Progress". `reader` is who is told that it was done to them. In
 * the history, in the inbox and in mails alike.
 */
export function activityWordsBy(speech: Speech): (done: Done, reader?: string) => string {
  const { say } = speech
  const words = { ...plainWords(speech), ...wordsOfNames(speech) }
  return ({ verb, field, old_value, new_value, new_identifier }, reader) => {
    if (field === null) return say('deeds.created')
    if (field === 'assignees' && new_identifier !== null && new_identifier === reader)
      return say('deeds.assignees.you')
    return words[field]?.({ verb, from: old_value ?? '', to: new_value ?? '' }) ?? say('deeds.other')
  }
}

function plainWords({ say, day }: Speech): Record<string, Words | undefined> {
  return {
    issue: ({ verb }) => say(verb === 'restored' ? 'deeds.restored' : 'deeds.deleted'),
    archived_at: ({ to }) => say(to === 'restore' ? 'deeds.unarchived' : 'deeds.archived'),
    description: () => say('deeds.description'),
    comment: () => say('deeds.comment'),
    mention: ({ to }) => say(`deeds.mention.${to === 'comment' || to === 'page' ? to : 'description'}`),
    type: ({ to }) => say(to === 'epic' ? 'deeds.toEpic' : 'deeds.toItem'),
    snoozed_till: ({ to }) => say('deeds.snoozed', { to: day(to.slice(0, 10)) }),
    intake: ({ to }) =>
      to === 'accepted' || to === 'declined' || to === 'pending'
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
    update({ verb, to }) {
      const status = updateStatuses.find((one) => one === to)
      if (status === undefined) return say(verb === 'deleted' ? 'deeds.update.deleted' : 'deeds.other')
      const named = { to: say(`epics.status.${status}`) }
      return say(verb === 'created' ? 'deeds.update.written' : 'deeds.update.changed', named)
    },
  }
}

function wordsOfNames({ say }: Speech): Record<string, Words | undefined> {
  const estimated =
    (worded: (value: string) => string): Words =>
    ({ from, to }) =>
      to
        ? say('deeds.estimate.set', { to: worded(to) })
        : say('deeds.estimate.removed', { from: worded(from) })
  const named = (['epic', 'parent', 'labels', 'modules', 'assignees', 'attachment'] as const).map(
    (field): [string, Words] => [
      field,
      ({ from, to }) => (to ? say(`deeds.${field}.set`, { to }) : say(`deeds.${field}.removed`, { from })),
    ],
  )
  const related = relationNames.map((name): [string, Words] => [
    name,
    ({ from, to }) => {
      const relation = say(`workItems.relations.names.${name}`)
      return to ? say('deeds.related', { relation, to }) : say('deeds.unrelated', { relation, from })
    },
  ])
  return {
    ...Object.fromEntries([...related, ...named]),
    name: ({ from, to }) => say('deeds.name', { from, to }),
    state: ({ from, to }) => say('deeds.state', { from, to }),
    project: ({ from, to }) => say(from ? 'deeds.project' : 'deeds.projectTo', { from, to }),
    duplicate_to: ({ to }) => say('deeds.duplicate', { to }),
    cycles({ from, to }) {
      if (from && to) return say('deeds.cycles.moved', { from, to })
      return to ? say('deeds.cycles.set', { to }) : say('deeds.cycles.removed', { from })
    },
    link({ verb, from, to }) {
      if (verb === 'created') return say('deeds.link.created', { to: shown(to) })
      if (verb === 'deleted') return say('deeds.link.deleted', { from: shown(from) })
      return say('deeds.link.updated', { from: shown(from), to: shown(to) })
    },
    worklog({ from, to }) {
      const [before, after] = [timeText(Number(from)), timeText(Number(to))]
      if (from && to) return say('deeds.worklog.changed', { from: before, to: after })
      return to ? say('deeds.worklog.logged', { to: after }) : say('deeds.worklog.deleted', { from: before })
    },
    estimate_points: estimated(String),
    estimate_categories: estimated(String),
    estimate_time: estimated((value) => timeText(Number(value))),
  }
}

/** Of an address as much as tells it from others. */
function shown(url: string): string {
  const address = shortUrl(url)
  return address.length > 60 ? `${address.slice(0, 59)}…` : address
}
