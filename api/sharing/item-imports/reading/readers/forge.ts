import { z } from 'zod'
import { readDate } from '../dates.ts'
import { firstText, flag, listOf, objectOf, text } from '../json.ts'
import { hasNames, type JsonReader, listIn } from '../json-reader.ts'
import { emptyItem, type SourceItem } from '../source-item.ts'
import { hashOf } from '../table-reader.ts'

const person = objectOf({ login: text, username: text, name: text, full_name: text, email: text })
  .nullish()
  .catch(null)
const label = z.union([z.string(), objectOf({ name: text, title: text })])
const comment = objectOf({
  ...{ id: text, body: text, note: text, author: person, user: person },
  ...{ created_at: text, createdAt: text, system: flag },
})

/** Schema of an issue in the JSON of GitHub, GitLab, Gitea or the command line tool `gh`. */
const issue = objectOf({
  ...{ number: text, iid: text, title: text, body: text, description: text, state: text },
  ...{ labels: listOf(label), assignees: listOf(person), assignee: person, user: person, author: person },
  ...{ milestone: objectOf({ title: text }).nullish().catch(null), weight: text, due_date: text },
  ...{ created_at: text, createdAt: text, closed_at: text, closedAt: text },
  ...{ html_url: text, web_url: text, url: text, pull_request: z.unknown().optional() },
  comments: z.unknown().optional(),
  notes: z.unknown().optional(),
  timeline: z.unknown().optional(),
  events: z.unknown().optional(),
})

export const githubReader: JsonReader = {
  kind: 'json',
  detects: (json) => hasNames(listIn(json, 'issues')[0], 'number', 'title', 'state'),
  read: (json) => readForgeIssues(json),
}

export const gitlabReader: JsonReader = {
  kind: 'json',
  detects: (json) => hasNames(listIn(json, 'issues')[0], 'iid', 'title', 'state'),
  read: (json) => readForgeIssues(json),
}

export const giteaReader: JsonReader = {
  kind: 'json',
  detects: (json) =>
    hasNames(listIn(json, 'issues')[0], 'number', 'title', 'state', 'repository', 'original_author'),
  read: (json) => readForgeIssues(json),
}

/** Reads a list of issues. Pull requests, which GitHub and Gitea list among the issues, are left out. */
function readForgeIssues(json: unknown): SourceItem[] {
  return listIn(json, 'issues').flatMap((value, at): SourceItem[] => {
    const read = issue.safeParse(value)
    if (!read.success || (read.data.pull_request ?? null) !== null) return []
    return [itemOfIssue(read.data, at + 1)]
  })
}

function itemOfIssue(one: z.infer<typeof issue>, row: number): SourceItem {
  const isClosed = one.state?.toLowerCase() === 'closed'
  const url = firstText(one.html_url, one.web_url, one.url)
  const assignees = one.assignees.length > 0 ? one.assignees : [one.assignee]
  return {
    ...emptyItem(row),
    ...keysOf(firstText(one.number, one.iid) ?? '', url),
    title: one.title ?? '',
    description: { kind: 'markdown', text: firstText(one.body, one.description) ?? '' },
    state: isClosed ? 'Closed' : 'Open',
    state_group: isClosed ? 'completed' : 'unstarted',
    labels: one.labels.flatMap(
      (each) => (typeof each === 'string' ? each : firstText(each.name, each.title)) ?? [],
    ),
    assignees: assignees.flatMap((each) => nameOf(each) ?? []),
    author: nameOf(one.author) ?? nameOf(one.user),
    modules: one.milestone?.title ? [one.milestone.title] : [],
    estimate: one.weight ?? null,
    target_date: dayIn(one.due_date),
    created_at: timeIn(firstText(one.created_at, one.createdAt)),
    completed_at: timeIn(firstText(one.closed_at, one.closedAt)),
    comments: listOf(comment)
      .parse(Array.isArray(one.comments) ? one.comments : one.notes)
      .filter((each) => each.system !== true)
      .flatMap((each) => commentOf(each)),
    history: historyOf(one),
    // Leave out an address of the API, because a browser cannot show the issue at this address.
    links: url === null || /\/api\/|\/\/api\./.test(url) ? [] : [{ url, title: null }],
  }
}

const event = objectOf({
  ...{ event: text, created_at: text, actor: person, user: person, body: text },
  label: objectOf({ name: text }).nullish().catch(null),
  milestone: objectOf({ title: text }).nullish().catch(null),
  assignee: person,
  rename: objectOf({ from: text, to: text }).nullish().catch(null),
})

/** Reads the events of GitHub and Gitea, and the system notes of GitLab. */
function historyOf(one: z.infer<typeof issue>): SourceItem['history'] {
  const notes = listOf(comment)
    .parse(one.notes)
    .filter(({ system }) => system === true)
    .map((note) => ({
      author: nameOf(note.author),
      created_at: timeIn(note.created_at),
      text: firstText(note.body, note.note) ?? '',
    }))
  const events = listOf(event)
    .parse(Array.isArray(one.timeline) ? one.timeline : one.events)
    .filter((each) => firstText(each.event) !== null && each.event !== 'commented')
    .map((each) => ({
      author: nameOf(each.actor) ?? nameOf(each.user),
      created_at: timeIn(each.created_at),
      text: textOfEvent(each),
    }))
  return [...notes, ...events]
}

function textOfEvent({
  event: name,
  label: tag,
  milestone,
  assignee,
  rename,
}: z.infer<typeof event>): string {
  const value = firstText(tag?.name, milestone?.title, nameOf(assignee))
  const change = rename ? `${rename.from ?? ''} → ${rename.to ?? ''}` : value
  return [name?.replaceAll('_', ' '), change].filter(Boolean).join(': ')
}

const issueAddress =
  /^https?:\/\/[^/]+\/(?:api\/v\d\/)?(?:repos\/)?(.+?)\/(?:-\/)?(?:issues|work_items)\/\d+$/

/** The key contains the repository, because issues of several repositories can have the same number. */
function keysOf(number: string, url: string | null): Pick<SourceItem, 'key' | 'other_keys'> {
  const repository = issueAddress.exec(url ?? '')?.[1]
  if (repository === undefined) return { key: number, other_keys: [] }
  return { key: `${repository}#${number}`, other_keys: [number, `#${number}`] }
}

function commentOf(each: z.infer<typeof comment>): SourceItem['comments'] {
  const words = firstText(each.body, each.note)
  if (words === null) return []
  const author = nameOf(each.author) ?? nameOf(each.user)
  const created_at = timeIn(firstText(each.created_at, each.createdAt))
  return [
    {
      key: each.id ?? hashOf(`${author} ${created_at} ${words}`),
      author,
      created_at,
      kind: 'markdown',
      text: words,
    },
  ]
}

function nameOf(one: z.infer<typeof person>): string | null {
  return firstText(one?.email, one?.login, one?.username, one?.name, one?.full_name)
}

export function dayIn(value: string | null | undefined): string | null {
  return readDate(value ?? '')?.day ?? null
}

export function timeIn(value: string | null | undefined): string | null {
  return readDate(value ?? '')?.time ?? null
}
