import type { Node } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { listNames } from '../../../locales/formats.ts'
import { t } from '../../../locales/i18n.ts'
import { request } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { formatFileSize } from '../../../platform/uploads/file-size.ts'
import { fileSizeLimit } from '../../../platform/uploads/limit.ts'
import type { TextUploadTarget } from '../../files/pictures.ts'

/** Maximum number of pictures that are copied in parallel. */
const atOnce = 3

/**
 * The maximum time in milliseconds to wait for the link of a copied picture. The link may be in a piece of a
 * long text that is still being pasted.
 */
const pasteTakes = 10_000

type Failure = 'too_large' | 'not_loaded'

/**
 * Copies pictures of other websites into the text and replaces their links by the copies. A picture that cannot be
 * copied stays a link, and a message names the picture and the reason.
 */
export async function copyRemotePictures(
  view: EditorView,
  sources: readonly string[],
  target: TextUploadTarget,
): Promise<void> {
  const failed: Record<Failure, string[]> = { too_large: [], not_loaded: [] }
  const waiting = [...sources]
  const work = async () => {
    for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
      const result = await copy(source, target)
      if (typeof result === 'string') failed[result].push(nameOf(source))
      else await replaceLink(view, source, result.asset_id)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const count = failed.too_large.length + failed.not_loaded.length
  if (count === 0) return
  const reasons = [
    ...(failed.too_large.length > 0
      ? [
          t('editor.paste.tooLarge', {
            limit: formatFileSize(await fileSizeLimit()),
            names: listNames(failed.too_large),
          }),
        ]
      : []),
    ...(failed.not_loaded.length > 0
      ? [t('editor.paste.notLoaded', { names: listNames(failed.not_loaded) })]
      : []),
  ]
  toast.message(t('editor.paste.linked', { count }), { text: reasons.join(' ') })
}

async function copy(
  url: string,
  { entity_type, entity_identifier }: TextUploadTarget,
): Promise<{ asset_id: string } | Failure> {
  try {
    const params = { slug: currentSlug() }
    return await request('copyRemotePicture', { params, body: { url, entity_type, entity_identifier } })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return error.code === 'too_large' ? 'too_large' : 'not_loaded'
  }
}

/**
 * Replaces the link by the picture. If the link is missing, retries for a while, because a long text may
 * still be pasted. If the user has removed the link, nothing is replaced.
 */
async function replaceLink(view: EditorView, source: string, id: string): Promise<void> {
  const end = Date.now() + pasteTakes
  while (!view.isDestroyed && view.editable) {
    if (replaceNow(view, source, id) || Date.now() > end) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function replaceNow(view: EditorView, source: string, id: string): boolean {
  const { tr, schema, doc } = view.state
  const picture = schema.nodes['imageComponent']
  let found: { from: number; to: number; words: string } | null = null
  doc.descendants((node, position) => {
    if (found === null && linkOf(node) === source)
      found = { from: position, to: position + node.nodeSize, words: node.text ?? '' }
    return found === null
  })
  if (found === null || picture === undefined) return false
  const { from, to, words } = found as { from: number; to: number; words: string }
  const block = picture.create({ src: id, alt: words })
  const $from = doc.resolve(from)
  const isAlone = $from.parent.type.name === 'paragraph' && $from.parent.content.size === to - from
  if (isAlone) tr.replaceWith($from.before(), $from.after(), block)
  else tr.insert($from.after(), block).delete(from, to)
  view.dispatch(tr.setMeta('addToHistory', false))
  return true
}

function linkOf(node: Node): string | null {
  const link = node.isText ? node.marks.find((mark) => mark.type.name === 'link') : undefined
  const href: unknown = link?.attrs['href']
  return typeof href === 'string' ? href : null
}

/** Returns the host and the file name of a picture, by which the user can identify the picture. */
function nameOf(source: string): string {
  const { host, pathname } = new URL(source)
  return `${host}/${decodeName(pathname.split('/').at(-1) ?? '')}`
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
