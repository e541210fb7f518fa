import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { isId } from '../../platform/ids.ts'

interface MentionOptions {
  /** Returns the display name of a user, for copies as plain text. */
  nameOf: (userId: string) => string | undefined
}

/**
 * A mention of a user: `entity_identifier` is the id of the user, and `id` is the id of the mention. The
 * document does not contain the name, so clients show the current name, and nobody can fake a mention with
 * another name.
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
      { id: idOf(node.attrs.id), entity_identifier: mentionedUserOfNode(node), entity_name: entityName },
    ]
  },
  renderText({ node }) {
    const id = mentionedUserOfNode(node)
    return `@${(id === null ? undefined : this.options.nameOf(id)) ?? ''}`
  },
})

const entityName = 'user_mention'

/** Returns the user id of a mention node, or null for other nodes and for invalid ids. */
export function mentionedUserOfNode(node: DocumentNode): string | null {
  return node.type.name === Mention.name ? idOf(node.attrs.entity_identifier) : null
}

/** Returns the user ids that a document mentions, without duplicates, in the order of the text. */
export function mentionedUserIds(document: DocumentNode): string[] {
  const ids = new Set<string>()
  document.descendants((node) => {
    const id = mentionedUserOfNode(node)
    if (id !== null) ids.add(id)
  })
  return [...ids]
}

/**
 * Replaces mentions in rendered HTML by a placeholder, because anonymous visitors must not see who is a
 * member.
 */
export function removeMentions(html: string): string {
  return html.replace(/<mention-component\b[^<>]*><\/mention-component>/g, '@…')
}

/** Validates the id, because any client can write the attribute. Returns null for an invalid id. */
function idOf(value: unknown): string | null {
  return typeof value === 'string' && isId(value) ? value.toLowerCase() : null
}
