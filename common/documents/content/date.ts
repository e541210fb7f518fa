import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'

/**
 * A calendar date in a text. The document stores the date itself, and each client shows it in the user's
 * format, such as "Today" or "3 Dec".
 */
export const DateNode = Node.create({
  name: 'date',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    date: {
      default: null,
      rendered: false,
      parseHTML: (element) => parseDateAttribute(element.getAttribute('datetime')),
    },
  }),
  parseHTML() {
    return [
      {
        tag: 'time[datetime]',
        getAttrs: (element) => (parseDateAttribute(element.getAttribute('datetime')) === null ? false : null),
      },
    ]
  },
  renderHTML({ node }) {
    const date = dateOfNode(node)
    return ['time', { datetime: date }, date ?? '']
  },
  renderText: ({ node }) => dateOfNode(node) ?? '',
})

/** Returns the date of a date node as `YYYY-MM-DD`, or null for other nodes. */
export function dateOfNode({ type, attrs }: DocumentNode): string | null {
  return type.name === DateNode.name ? parseDateAttribute(attrs.date) : null
}

/**
 * Returns the value if it is a date that exists, otherwise null, because any client can write arbitrary
 * values.
 */
export function parseDateAttribute(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return null
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : null
}
