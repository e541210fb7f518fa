import { jiraToMarkdown } from './jira-markup.ts'
import type { SourceItem, SourceText } from './source-item.ts'

/** Maximum length of names of states, priorities, people, labels, cycles and modules. */
const maxNameLength = 255
/** Maximum number of comments, of relations and of attachments of one work item. */
const maxPerItem = 1000
/** Maximum number of entries of the history of one work item. Older entries are left out. */
const maxHistory = 200
/**
 * Maximum length of a text in Jira's markup that is converted to Markdown. A longer text is imported as plain text.
 * Jira itself allows 32,767 characters.
 */
const maxMarkupLength = 50_000

/** Removes characters that the database cannot store, and shortens names and lists that are too long. */
export function cleanItem(item: SourceItem): SourceItem {
  const clean = storable(item)
  const optional = (name: string | null) => (name === null ? null : cutName(name))
  return {
    ...clean,
    state: optional(clean.state),
    priority: optional(clean.priority),
    assignees: clean.assignees.map(cutName),
    author: optional(clean.author),
    labels: clean.labels.map(cutName),
    cycle: optional(clean.cycle),
    modules: clean.modules.map(cutName),
    estimate: optional(clean.estimate),
    notes: [
      ...clean.notes,
      ...cutNotes('comments', clean.comments),
      ...cutNotes('relations', clean.relations),
      ...cutNotes('attachments', clean.attachments),
    ],
    relations: clean.relations.slice(0, maxPerItem),
    attachments: clean.attachments.slice(0, maxPerItem),
    history: clean.history.slice(-maxHistory),
    comments: clean.comments
      .slice(0, maxPerItem)
      .map((comment) => ({ ...comment, author: optional(comment.author) })),
  }
}

function cutNotes(name: string, { length }: readonly unknown[]): SourceItem['notes'] {
  return length > maxPerItem ? [{ reason: 'refused', text: `${name} after the first ${maxPerItem}` }] : []
}

function cutName(name: string): string {
  return name.slice(0, maxNameLength).toWellFormed()
}

/** Returns a copy of plain data whose texts contain neither NUL nor half of a surrogate pair. */
function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed() as Value
  if (Array.isArray(value)) return value.map(storable) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, storable(each)])) as Value
}

/**
 * Converts Jira's markup to Markdown. The conversion can be slow, so it runs in the worker thread that reads the
 * file.
 */
export function withMarkdown<Item extends SourceItem>(item: Item): Item {
  return {
    ...item,
    description: textToMarkdown(item.description),
    comments: item.comments.map(textToMarkdown),
  }
}

function textToMarkdown<Text extends SourceText>(text: Text): Text {
  if (text.kind !== 'jira') return text
  if (text.text.length > maxMarkupLength) return { ...text, kind: 'text' }
  return { ...text, kind: 'markdown', text: jiraToMarkdown(text.text) }
}
