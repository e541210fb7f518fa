import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { isId } from '../../platform/ids.ts'

interface MentionOptions {
  /** What a person is called where the text is copied as plain text. */
  nameOf: (userId: string) => string | undefined
}

/**
 * A person in a text: `entity_identifier` is the id of the user, `id` that of this mention. Their name is not in the document, so a
 * mention is always called as the person is now, and nobody can be made to look like somebody else.
 */
export const Mention = Node.create<MentionOptions>({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addOptions() {
    return { nameOf: () => undefined }
  },
  addAttributes() {
    return {
      id: { default: null },
      entity_identifier: { default: null },
      entity_name: { default: entityName },
    }
  },
  parseHTML() {
    return [
      {
        tag: `mention-component[entity_name="${entityName}"]`,
        getAttrs: (element) => (isId(element.getAttribute('entity_identifier') ?? '') ? null : false),
      },
    ]
  },
  renderHTML({ node }) {
    return [
      'mention-component',
      { id: idOf(node.attrs.id), entity_identifier: personIn(node), entity_name: entityName },
    ]
  },
  renderText({ node }) {
    const id = personIn(node)
    return `@${(id === null ? undefined : this.options.nameOf(id)) ?? ''}`
  },
})

const entityName = 'user_mention'

/** The id of the person that a node mentions; null for other nodes, and for a mention of nobody. */
export function personIn(node: DocumentNode): string | null {
  return node.type.name === Mention.name ? idOf(node.attrs.entity_identifier) : null
}

/** Whom a document mentions, each once, as they come in the text. */
export function mentionsIn(document: DocumentNode): string[] {
  const ids = new Set<string>()
  document.descendants((node) => {
    const id = personIn(node)
    if (id !== null) ids.add(id)
  })
  return [...ids]
}

/** For strangers, who are not told who people are: of HTML that was made of a document, with a sign in place of each person. */
export function withoutPeople(html: string): string {
  return html.replace(/<mention-component\b[^<>]*><\/mention-component>/g, '@…')
}

/** Any client may have written the attributes. */
function idOf(value: unknown): string | null {
  return typeof value === 'string' && isId(value) ? value.toLowerCase() : null
}
