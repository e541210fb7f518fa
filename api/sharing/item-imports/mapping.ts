import type { ItemImportSettings, NewStateGroup } from '#common/sharing/item-imports/schema.ts'
import { isPriority, type Priority } from '#common/work/work-items/priorities.ts'
import { type AssignablePerson, findValueByName, normalName, type ProjectValues } from './project-values.ts'
import type { SourceSummary } from './reading/summary.ts'

/** The id of an existing state, or the group of a state that the import creates. */
export type StateTarget = { id: string } | { group: NewStateGroup }

/** Maps the values of a file to values of a project. A choice of the user takes precedence over a guess. */
export interface ValueMapping {
  state(value: string, hint: NewStateGroup | null): StateTarget
  priority(value: string): Priority
  /** Returns the id of a user, or null if the name belongs to no member of the project. */
  person(value: string): string | null
}

export function createMapping(settings: ItemImportSettings, values: ProjectValues): ValueMapping {
  const { states = {}, priorities = {}, people = {} } = settings
  const memberIds = new Set(values.people.map(({ id }) => id))
  const guessed = new Map<string, string | null>()
  return {
    state(value, hint) {
      const chosen = Object.hasOwn(states, value) ? states[value] : undefined
      if (chosen !== undefined && isGroup(chosen)) return { group: chosen }
      const id =
        values.states.find((state) => state.id === chosen)?.id ?? findValueByName(values.states, value)?.id
      return id === undefined ? { group: hint ?? guessGroup(value) } : { id }
    },
    priority: (value) =>
      (Object.hasOwn(priorities, value) ? priorities[value] : undefined) ?? guessPriority(value),
    person(value) {
      const chosen = Object.hasOwn(people, value) ? people[value] : undefined
      if (chosen !== undefined) return chosen !== null && memberIds.has(chosen) ? chosen : null
      if (!guessed.has(value)) guessed.set(value, findPerson(values.people, value))
      return guessed.get(value) ?? null
    },
  }
}

/** Adds guesses to the settings of the user, so that the settings map each value of the file. */
export function completeSettings(
  summary: SourceSummary,
  settings: ItemImportSettings,
  mapping: ValueMapping,
): ItemImportSettings & Required<Pick<ItemImportSettings, 'columns' | 'states' | 'priorities' | 'people'>> {
  const targets = summary.states.map(({ value, group }): [string, string] => {
    const target = mapping.state(value, group)
    return [value, 'id' in target ? target.id : target.group]
  })
  return {
    ...settings,
    format: summary.format,
    columns: summary.fields,
    ...(!summary.asks_date_order && { date_order: summary.date_order }),
    text: summary.text,
    states: Object.fromEntries(targets),
    priorities: Object.fromEntries(summary.priorities.map(({ value }) => [value, mapping.priority(value)])),
    people: Object.fromEntries(summary.people.map(({ value }) => [value, mapping.person(value)])),
  }
}

const groups: readonly string[] = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']

function isGroup(value: string): value is NewStateGroup {
  return groups.includes(value)
}

/** English words in names of states, by group. The user must map names in other languages. */
const groupWords: readonly [NewStateGroup, RegExp][] = [
  ['cancelled', /cancel|won.?t|reject|declin|duplicate|obsolete|invalid|abandon/],
  ['unstarted', /not started|to.?do|open|new|ready|reopen|selected/],
  ['backlog', /backlog|icebox|later|idea|someday|inbox|triage/],
  ['completed', /done|clos|complet|resolv|finish|releas|ship|merged|archiv|deployed|100/],
  ['started', /progress|doing|start|review|test|\bqa\b|active|develop|verify|block|wait|hold/],
]

function guessGroup(value: string): NewStateGroup {
  const name = normalName(value)
  return groupWords.find(([, words]) => words.test(name))?.[0] ?? 'unstarted'
}

const priorityWords: readonly [Priority, RegExp][] = [
  ['none', /^(none|no priority|not set|0|-|)$/],
  ['urgent', /urgent|critical|blocker|highest|immediate|asap|^p0$|^1$/],
  ['high', /high|major|important|^p1$|^2$/],
  ['medium', /medium|normal|middle|moderate|^p2$|^3$/],
  ['low', /low|minor|trivial|^p[34]$|^4$/],
]

function guessPriority(value: string): Priority {
  const name = normalName(value)
  if (isPriority(name)) return name
  return priorityWords.find(([, words]) => words.test(name))?.[0] ?? 'none'
}

/** Finds a member by email address, display name or full name. Returns null if several members have the name. */
function findPerson(people: readonly AssignablePerson[], value: string): string | null {
  const email = emailIn(value)
  const byEmail = email === undefined ? undefined : people.find((one) => isSame(one.email, email))
  if (byEmail !== undefined) return byEmail.id
  const [before = ''] = value.split('<', 1)
  const name = (before.trim() === '' ? value : before).trim()
  const found = people.filter(
    ({ display_name, first_name, last_name, email: address }) =>
      name !== '' &&
      [display_name, `${first_name} ${last_name}`, `${last_name}, ${first_name}`, address].some((one) =>
        isSame(one, name),
      ),
  )
  return found.length === 1 ? (found[0]?.id ?? null) : null
}

/** Returns the first word of the text that looks like an email address. */
function emailIn(value: string): string | undefined {
  return value.split(/[\s<>"]/).find((word) => word.indexOf('@') > 0 && !word.endsWith('@'))
}

function isSame(a: string, b: string): boolean {
  return normalName(a) === normalName(b)
}
