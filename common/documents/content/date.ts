import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'

/** A day in a text. It is stored as itself, and each reader sees it as days are written where they are: Today, 3 Dec. */
export const DateNode = Node.create({
  name: 'date',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    date: {
      default: null,
      rendered: false,
      parseHTML: (element) => dateOf(element.getAttribute('datetime')),
    },
  }),
  parseHTML() {
    return [
      {
        tag: 'time[datetime]',
        getAttrs: (element) => (dateOf(element.getAttribute('datetime')) === null ? false : null),
      },
    ]
  },
  renderHTML({ node }) {
    const date = dateIn(node)
    return ['time', { datetime: date }, date ?? '']
  },
  renderText: ({ node }) => dateIn(node) ?? '',
})

/** The day that a node names, `YYYY-MM-DD`; null of other nodes. */
export function dateIn({ type, attrs }: DocumentNode): string | null {
  return type.name === DateNode.name ? dateOf(attrs.date) : null
}

/** A day that there is; any client may have written another. */
export function dateOf(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return null
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : null
}
