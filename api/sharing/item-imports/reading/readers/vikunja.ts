import { firstText, flag, listOf, objectOf, text } from '../json.ts'
import { hasNames, type JsonReader, listIn } from '../json-reader.ts'
import { fileAt } from '../source-files.ts'
import { emptyItem, type SourceItem } from '../source-item.ts'
import { dayIn, timeIn } from './forge.ts'

const person = objectOf({ username: text, name: text, email: text }).nullish().catch(null)
const task = objectOf({
  ...{ id: text, title: text, description: text, done: flag, done_at: text, priority: text },
  ...{ due_date: text, start_date: text, created: text, bucket_id: text, created_by: person },
  ...{ labels: listOf(objectOf({ title: text })), assignees: listOf(person) },
  attachments: listOf(objectOf({ file: objectOf({ id: text, name: text }).nullish().catch(null) })),
  comments: listOf(objectOf({ id: text, comment: text, author: person, created: text })),
  related_tasks: objectOf({
    ...{ parenttask: listOf(objectOf({ id: text })), blocking: listOf(objectOf({ id: text })) },
    ...{ related: listOf(objectOf({ id: text })), duplicateof: listOf(objectOf({ id: text })) },
  })
    .nullish()
    .catch(null),
})
const priorities: Readonly<Record<string, string>> = {
  1: 'low',
  2: 'medium',
  3: 'high',
  4: 'urgent',
  5: 'urgent',
}

/** Reads a data export of Vikunja, or its file `data.json`, which contains a list of projects with their tasks. */
export const vikunjaReader: JsonReader = {
  kind: 'json',
  detects: (json) => hasNames(listIn(json, 'projects')[0], 'title', 'tasks'),
  read(json) {
    const items: SourceItem[] = []
    for (const project of listIn(json, 'projects')) {
      const name = String(Reflect.get(Object(project), 'title') ?? '')
      const buckets = bucketNames(project)
      for (const value of listIn(Reflect.get(Object(project), 'tasks'))) {
        const read = task.safeParse(value)
        if (!read.success) continue
        const item = itemOfTask(read.data, items.length + 1)
        items.push({ ...item, state: buckets.get(read.data.bucket_id ?? '') ?? item.state, modules: [name] })
      }
    }
    return items
  },
}

function bucketNames(project: unknown): Map<string, string> {
  const buckets = listOf(objectOf({ id: text, title: text })).parse(Reflect.get(Object(project), 'buckets'))
  return new Map(buckets.map((bucket) => [bucket.id ?? '', bucket.title ?? '']))
}

function itemOfTask(one: (typeof task)['_output'], row: number): SourceItem {
  const related = one.related_tasks
  return {
    ...emptyItem(row),
    key: one.id ?? '',
    title: one.title ?? '',
    description: { kind: 'html', text: one.description ?? '' },
    state: one.done === true ? 'Done' : 'Open',
    state_group: one.done === true ? 'completed' : 'unstarted',
    priority: priorities[one.priority ?? ''] ?? null,
    labels: one.labels.flatMap((label) => label.title ?? []),
    assignees: one.assignees.flatMap((each) => nameOf(each) ?? []),
    author: nameOf(one.created_by),
    start_date: realDay(one.start_date),
    target_date: realDay(one.due_date),
    created_at: timeIn(one.created),
    completed_at: one.done === true ? timeIn(one.done_at) : null,
    parent: related?.parenttask[0]?.id ?? null,
    relations: [
      ...(related?.blocking ?? []).map(({ id }) => ({ type: 'blocks' as const, key: id ?? '' })),
      ...(related?.related ?? []).map(({ id }) => ({ type: 'relates_to' as const, key: id ?? '' })),
      ...(related?.duplicateof ?? []).map(({ id }) => ({ type: 'duplicate_of' as const, key: id ?? '' })),
    ],
    // The archive of an export contains each file with its id as the name.
    attachments: one.attachments.flatMap(({ file }) =>
      file?.id ? [fileAt(`files/${file.id}`, file.name)] : [],
    ),
    comments: one.comments.map((comment) => ({
      key: comment.id ?? '',
      author: nameOf(comment.author),
      created_at: timeIn(comment.created),
      kind: 'html' as const,
      text: comment.comment ?? '',
    })),
  }
}

function nameOf(one: (typeof person)['_output']): string | null {
  return firstText(one?.email, one?.name, one?.username)
}

/** Vikunja writes the year 1 for a missing date. */
function realDay(value: string | null | undefined): string | null {
  return value?.startsWith('0001') ? null : dayIn(value)
}
