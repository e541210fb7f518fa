import { groupOfCategory, relationOf } from '../jira-links.ts'
import type { XmlReader } from '../json-reader.ts'
import { fileAt } from '../source-files.ts'
import { emptyItem, type SourceItem } from '../source-item.ts'
import { childOf, childrenAt, readXmlElements, textIn, type XmlElement } from '../xml.ts'

/** The XML export of a search in Jira, which is an RSS feed. Its texts are HTML. */
export const jiraXmlReader: XmlReader = {
  kind: 'xml',
  detects: (text) => /<rss[\s>]/.test(text) && /<item>[\s\S]*<key[\s>]/.test(text.slice(0, 200_000)),
  read(text) {
    const items: SourceItem[] = []
    readXmlElements(text, 'item', (element) => void items.push(itemOf(element, items.length + 1)))
    return items
  },
}

function itemOf(element: XmlElement, row: number): SourceItem {
  const value = (name: string) => textIn(element, name)
  const texts = (...path: string[]) => childrenAt(element, ...path).map(({ text }) => text.trim())
  const assignee = value('assignee')
  const id = childOf(element, 'key')?.attributes['id']
  return {
    ...emptyItem(row),
    key: value('key'),
    other_keys: id === undefined ? [] : [id],
    title: value('summary') || value('title').replace(/^\[[^\]]*\] /, ''),
    description: { kind: 'html', text: value('description') },
    state: value('status') || null,
    state_group: groupOfCategory(childOf(element, 'statusCategory')?.attributes['key']),
    priority: value('priority') || null,
    assignees: assignee === '' || assignee === 'Unassigned' ? [] : [assignee],
    author: value('reporter') || null,
    labels: [...texts('type'), ...texts('labels', 'label')],
    cycle: customFields(element).get('sprint')?.at(-1) ?? null,
    modules: [...texts('component'), ...texts('fixVersion')],
    estimate: customFields(element).get('story points')?.[0] ?? null,
    target_date: timeOf(value('due'))?.slice(0, 10) ?? null,
    created_at: timeOf(value('created')),
    completed_at: timeOf(value('resolved')),
    parent: value('parent') || customFields(element).get('epic link')?.[0] || null,
    relations: relationsOf(element),
    attachments: attachmentsOf(element),
    comments: childrenAt(element, 'comments', 'comment').map(({ attributes, text }) => ({
      key: attributes['id'] ?? '',
      author: attributes['author'] || null,
      created_at: timeOf(attributes['created'] ?? ''),
      kind: 'html' as const,
      text: text.trim(),
    })),
  }
}

function relationsOf(element: XmlElement): SourceItem['relations'] {
  return ['outwardlinks', 'inwardlinks'].flatMap((side) =>
    childrenAt(element, 'issuelinks', 'issuelinktype', side).flatMap((links) =>
      childrenAt(links, 'issuelink', 'issuekey').flatMap(({ text }) =>
        relationOf(links.attributes['description'] ?? '', text.trim()),
      ),
    ),
  )
}

/** The export contains only the ids and names of attachments, so their addresses begin like the address of the issue. */
function attachmentsOf(element: XmlElement): SourceItem['attachments'] {
  const origin = URL.parse(textIn(element, 'link'))?.origin
  if (origin === undefined) return []
  return childrenAt(element, 'attachments', 'attachment').flatMap(({ attributes: { id, name } }) =>
    id === undefined || name === undefined
      ? []
      : [fileAt(`${origin}/secure/attachment/${encodeURIComponent(id)}/${encodeURIComponent(name)}`, name)],
  )
}

/** Returns the values of the custom fields by their names in lower case. */
function customFields(element: XmlElement): Map<string, string[]> {
  return new Map(
    childrenAt(element, 'customfields', 'customfield').map((field) => [
      textIn(field, 'customfieldname').toLowerCase(),
      childrenAt(field, 'customfieldvalues', 'customfieldvalue').map(({ text }) => text.trim()),
    ]),
  )
}

/** Reads a time such as `Fri, 2 Jan 2026 10:00:00 +0100`. */
function timeOf(value: string): string | null {
  const time = new Date(value)
  return value === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
