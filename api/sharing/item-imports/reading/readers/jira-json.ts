import { z } from 'zod'
import { adfToHtml } from '../adf.ts'
import { groupOfCategory, relationOf } from '../jira-links.ts'
import { firstText, listOf, objectOf, text } from '../json.ts'
import { hasNames, type JsonReader, listIn } from '../json-reader.ts'
import { fileAt } from '../source-files.ts'
import { emptyItem, type SourceItem, type SourceText } from '../source-item.ts'
import { dayIn, timeIn } from './forge.ts'

const named = objectOf({ name: text }).nullish().catch(null)
const person = objectOf({ displayName: text, emailAddress: text, name: text }).nullish().catch(null)
const reference = objectOf({ key: text }).nullish().catch(null)
const change = objectOf({ field: text, fromString: text, toString: text })
const issue = objectOf({
  ...{ id: text, key: text },
  fields: objectOf({
    ...{ summary: text, description: z.unknown().optional(), duedate: text, created: text },
    ...{ resolutiondate: text, labels: listOf(z.string()), issuetype: named, priority: named },
    ...{ assignee: person, reporter: person, parent: reference },
    ...{ components: listOf(named), fixVersions: listOf(named) },
    status: objectOf({ name: text, statusCategory: objectOf({ key: text }).nullish().catch(null) })
      .nullish()
      .catch(null),
    issuelinks: listOf(
      objectOf({
        type: objectOf({ inward: text, outward: text }).nullish().catch(null),
        ...{ inwardIssue: reference, outwardIssue: reference },
      }),
    ),
    comment: objectOf({
      comments: listOf(objectOf({ id: text, author: person, body: z.unknown().optional(), created: text })),
    })
      .nullish()
      .catch(null),
    attachment: listOf(objectOf({ filename: text, content: text })),
  }).loose(),
  changelog: objectOf({
    histories: listOf(objectOf({ author: person, created: text, items: listOf(change) })),
  })
    .nullish()
    .catch(null),
})
type Issue = z.infer<typeof issue>

/** The answer of Jira's API for a search, which can contain comments, attachments and the history. */
export const jiraJsonReader: JsonReader = {
  kind: 'json',
  detects(json) {
    const [first] = listIn(json, 'issues')
    return hasNames(first, 'key', 'fields') && hasNames(Reflect.get(Object(first), 'fields'), 'summary')
  },
  read: (json) =>
    listIn(json, 'issues').flatMap((value, at) => {
      const read = issue.safeParse(value)
      return read.success ? [itemOfIssue(read.data, at + 1)] : []
    }),
}

function itemOfIssue({ id, key, fields, changelog }: Issue, row: number): SourceItem {
  const names = (list: Issue['fields']['components']) => list.flatMap((one) => one?.name ?? [])
  return {
    ...emptyItem(row),
    key: key ?? '',
    other_keys: id ? [id] : [],
    title: fields.summary ?? '',
    description: textOf(fields.description),
    state: fields.status?.name ?? null,
    state_group: groupOfCategory(fields.status?.statusCategory?.key),
    priority: fields.priority?.name ?? null,
    assignees: [nameOf(fields.assignee)].filter((name) => name !== null),
    author: nameOf(fields.reporter),
    labels: [...names([fields.issuetype]), ...fields.labels],
    cycle: sprintOf(fields),
    modules: [...names(fields.components), ...names(fields.fixVersions)],
    target_date: dayIn(fields.duedate),
    created_at: timeIn(fields.created),
    completed_at: timeIn(fields.resolutiondate),
    parent: fields.parent?.key ?? null,
    relations: fields.issuelinks.flatMap(({ type, inwardIssue, outwardIssue }) => [
      ...relationOf(type?.inward ?? '', inwardIssue?.key ?? ''),
      ...relationOf(type?.outward ?? '', outwardIssue?.key ?? ''),
    ]),
    attachments: fields.attachment.flatMap(({ filename, content }) =>
      content ? [fileAt(content, filename)] : [],
    ),
    comments: (fields.comment?.comments ?? []).map((comment) => ({
      ...textOf(comment.body),
      key: comment.id ?? '',
      author: nameOf(comment.author),
      created_at: timeIn(comment.created),
    })),
    history: historyOf(changelog),
  }
}

/** Jira's API lists the newest change first. */
function historyOf(changelog: Issue['changelog']): SourceItem['history'] {
  return (changelog?.histories ?? []).toReversed().map(({ author, created, items }) => ({
    author: nameOf(author),
    created_at: timeIn(created),
    text: items
      .map(({ field, fromString, toString: to }) => `${field ?? ''}: ${fromString ?? ''} → ${to ?? ''}`)
      .join(', '),
  }))
}

/** Jira Cloud uses its document format, and Jira Server uses its markup. */
function textOf(value: unknown): SourceText {
  if (typeof value === 'string') return { kind: 'jira', text: value }
  return { kind: 'html', text: adfToHtml(value) }
}

function nameOf(one: z.infer<typeof person>): string | null {
  return firstText(one?.emailAddress, one?.displayName, one?.name)
}

/** Sprints are in a custom field whose id differs between installations. The last sprint is the current one. */
function sprintOf(fields: Record<string, unknown>): string | null {
  const sprint = objectOf({ name: z.string(), state: z.string(), boardId: z.number() })
  for (const [name, value] of Object.entries(fields)) {
    if (!name.startsWith('customfield_') || !Array.isArray(value)) continue
    const read = sprint.safeParse(value.at(-1))
    if (read.success) return read.data.name
  }
  return null
}
