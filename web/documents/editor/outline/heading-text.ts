import type { Node } from '@tiptap/pm/model'
import { dateOfNode } from '#common/documents/content/date.ts'
import { leafText } from '#common/documents/content/leaf-text.ts'
import { mentionedIdOfNode } from '#common/documents/content/mention.ts'
import { findItemKeys } from '../item-keys.ts'

/** The names that the reader sees instead of ids, addresses and keys. A name is undefined if the reader cannot see it. */
export interface HeadingNames {
  person: (id: string) => string
  date: (date: string) => string
  /** Returns the name of the page to which a link leads whose text is the address of the page. */
  page: (href: unknown, text: string) => string | undefined
  /** Returns the title of the work item with this key. */
  item: (key: string) => string | undefined
}

/** Returns the text of a heading as the reader sees it. */
export function headingText(heading: Node, names: HeadingNames): string {
  let text = ''
  heading.forEach((child) => {
    text += child.isText ? (pageName(child, names) ?? child.text) : shownLeaf(child, names)
  })
  return withItemTitles(text, names)
}

function pageName({ marks, text = '' }: Node, names: HeadingNames): string | undefined {
  const link = marks.find(({ type }) => type.name === 'link')
  return link && names.page(link.attrs['href'], text)
}

function shownLeaf(leaf: Node, names: HeadingNames): string {
  const mentioned = mentionedIdOfNode(leaf)
  if (mentioned !== null) return names.person(mentioned)
  const date = dateOfNode(leaf)
  if (date !== null) return names.date(date)
  return leafText(leaf).replaceAll('\n', ' ')
}

function withItemTitles(text: string, names: HeadingNames): string {
  let shown = ''
  let end = 0
  for (const { key, to } of findItemKeys(text)) {
    const title = names.item(key)
    shown += text.slice(end, to) + (title === undefined ? '' : ` ${title}`)
    end = to
  }
  return shown + text.slice(end)
}
