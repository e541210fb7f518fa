import type { z } from 'zod'
import { firstText, flag, listOf, objectOf, text } from '../json.ts'
import { hasNames, type JsonReader, listIn } from '../json-reader.ts'
import { fileAt } from '../source-files.ts'
import { emptyItem, type SourceItem } from '../source-item.ts'
import { dayIn, timeIn } from './forge.ts'

const person = objectOf({ name: text, email: text }).nullish().catch(null)
const reference = objectOf({ gid: text }).nullish().catch(null)
const task = objectOf({
  ...{ gid: text, name: text, notes: text, completed: flag, completed_at: text, created_at: text },
  ...{ due_on: text, due_at: text, start_on: text, permalink_url: text, resource_subtype: text },
  ...{ assignee: person, created_by: person, parent: reference, dependencies: listOf(reference) },
  attachments: listOf(
    objectOf({ gid: text, name: text, download_url: text, view_url: text, permanent_url: text }),
  ),
  stories: listOf(objectOf({ gid: text, type: text, text, created_at: text, created_by: person })),
  tags: listOf(objectOf({ name: text })),
  memberships: listOf(objectOf({ section: objectOf({ name: text }).nullish().catch(null) })),
  custom_fields: listOf(objectOf({ name: text, display_value: text })),
})

/** Reads the JSON export of a project in Asana, in which each task contains its sub-tasks. */
export const asanaJsonReader: JsonReader = {
  kind: 'json',
  detects: (json) => hasNames(listIn(json, 'data')[0], 'gid', 'name', 'completed'),
  read(json) {
    const items: SourceItem[] = []
    const waiting = tasksIn(json, 'data', null)
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const item = itemOfTask(next, items.length + 1)
      if (item === null) continue
      items.push(item)
      for (const below of tasksIn(next.value, 'subtasks', item.key)) waiting.push(below)
    }
    return items
  },
}

interface Task {
  value: unknown
  /** Key of the task that contains this task. */
  above: string | null
}

/** Returns the tasks in reverse order, so that `pop` returns the first one. */
function tasksIn(json: unknown, name: string, above: string | null): Task[] {
  return listIn(json, name)
    .map((value) => ({ value, above }))
    .reverse()
}

function partsOfStory({ text: words, created_at, created_by }: z.infer<typeof task>['stories'][number]) {
  return {
    author: firstText(created_by?.email, created_by?.name),
    created_at: timeIn(created_at),
    text: words ?? '',
  }
}

function itemOfTask({ value, above }: Task, row: number): SourceItem | null {
  const read = task.safeParse(value)
  if (!read.success || read.data.resource_subtype === 'section') return null
  const one = read.data
  const key = one.gid ?? ''
  return {
    ...emptyItem(row),
    key,
    title: one.name ?? '',
    description: { kind: 'text', text: one.notes ?? '' },
    state: firstText(...one.memberships.map(({ section }) => section?.name)),
    state_group: one.completed === true ? 'completed' : null,
    assignees: [firstText(one.assignee?.email, one.assignee?.name)].filter((name) => name !== null),
    author: firstText(one.created_by?.email, one.created_by?.name),
    labels: one.tags.flatMap((tag) => tag.name ?? []),
    start_date: dayIn(one.start_on),
    target_date: dayIn(firstText(one.due_on, one.due_at)),
    created_at: timeIn(one.created_at),
    completed_at: timeIn(one.completed_at),
    parent: one.parent?.gid ?? above,
    relations: one.dependencies.flatMap((each) =>
      each?.gid ? [{ type: 'blocked_by' as const, key: each.gid }] : [],
    ),
    links: one.permalink_url ? [{ url: one.permalink_url, title: null }] : [],
    attachments: one.attachments.flatMap(({ gid, name, download_url, view_url, permanent_url }) => {
      const url = firstText(download_url, view_url)
      const page = firstText(permanent_url) ?? undefined
      return url === null ? [] : [{ ...fileAt(url, name), id: firstText(gid) ?? undefined, page }]
    }),
    comments: one.stories
      .filter(({ type }) => type === 'comment')
      .map((story) => ({ ...partsOfStory(story), key: story.gid ?? '', kind: 'text' as const })),
    history: one.stories.filter(({ type }) => type === 'system').map(partsOfStory),
    details: one.custom_fields.flatMap((field) =>
      field.name && field.display_value ? [{ name: field.name, value: field.display_value }] : [],
    ),
  }
}
