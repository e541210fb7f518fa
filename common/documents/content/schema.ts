import { type Extensions, getSchema } from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Link } from '@tiptap/extension-link'
import type { Schema } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { BlockIds } from './block-ids.ts'
import { Callout } from './callout-node.ts'
import { columnNodes } from './columns.ts'
import { DateNode } from './date.ts'
import { Emoji } from './emoji-node.ts'
import { FileBlock } from './file-node.ts'
import { formulaNodes } from './formula-nodes.ts'
import { isSafeHref } from './links.ts'
import { listNodes } from './lists.ts'
import { Mention } from './mention.ts'
import { Picture } from './picture-node.ts'
import { tableNodes } from './tables.ts'
import { TextAlign } from './text-align.ts'
import { BackgroundColor, TextColor } from './text-colors.ts'
import { toggleNodes } from './toggle.ts'
import { Video } from './video-node.ts'

interface DocumentTexts {
  /** What a screen reader says at the checkbox of a task. */
  taskLabel?: (text: string) => string
  /** What a person is called, by their id. */
  personName?: (id: string) => string | undefined
}

/**
 * The blocks and marks of every document, for the editor, for the server and for whatever reads stored documents. Undo is
 * left to Yjs, and no empty paragraph is added at the end: opening a document must not change it.
 */
export function documentExtensions(texts: DocumentTexts = {}): Extensions {
  return [
    StarterKit.configure({
      undoRedo: false,
      trailingNode: false,
      link: false,
      codeBlock: false,
      horizontalRule: false,
      bulletList: false,
      orderedList: false,
      listItem: false,
      dropcursor: { color: 'var(--accent)', width: 2 },
    }),
    SafeLink,
    SafeCodeBlock,
    Rule,
    BlockIds,
    TextAlign,
    TextColor,
    BackgroundColor,
    ...listNodes((text) => texts.taskLabel?.(text) ?? ''),
    ...tableNodes(),
    Picture,
    FileBlock,
    Callout,
    ...toggleNodes(),
    ...columnNodes(),
    Emoji,
    ...formulaNodes(),
    Video,
    DateNode,
    Mention.configure({ nameOf: (id) => texts.personName?.(id) }),
  ]
}

/** The ProseMirror schema of `documentExtensions`, made once. */
export function documentSchema(): Schema {
  schema ??= getSchema(documentExtensions())
  return schema
}

let schema: Schema | undefined

// Only href is a document's to say: a class, target or rel of its own could dress a link up as part of the screen.
const SafeLink = Link.extend({
  // A link does not grow when somebody writes behind it.
  inclusive: () => false,
  addAttributes() {
    return { href: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute('href') } }
  },
}).configure({
  isAllowedUri: (url) => isSafeHref(url),
  defaultProtocol: 'https',
  openOnClick: false,
  // `typed-links.ts` of the editor makes links of typed addresses. Tiptap's autolink leaves out `example.com,`.
  autolink: false,
  markdownLinks: true,
  HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer nofollow' },
})

const SafeCodeBlock = CodeBlock.extend({
  renderHTML({ node, HTMLAttributes }) {
    const language: unknown = node.attrs.language
    const isPlain = typeof language === 'string' && /^[\w+#.-]{1,40}$/.test(language)
    return ['pre', HTMLAttributes, ['code', isPlain ? { class: `language-${language}` } : {}, 0]]
  },
})

// As the reference writes it; `hr` is read too, it is what people paste.
const Rule = HorizontalRule.extend({
  parseHTML: () => [{ tag: 'div[data-type="horizontalRule"]' }, { tag: 'hr' }],
  renderHTML: ({ HTMLAttributes }) => ['div', { ...HTMLAttributes, 'data-type': 'horizontalRule' }],
})
