import type { PictureAttributes } from '#common/documents/content/pictures.ts'
import { pictureWidthsForEntityType } from '#common/documents/files/rules.ts'
import { t } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { uploadsAtom } from '../../../platform/uploads/uploads.ts'
import { type PictureUrl, pictureUrl } from '../../files/pictures.ts'

/** `away` means that the picture does not exist or is not uploaded yet. `here` means that it is loaded. */
export type PictureLoadStatus = 'loading' | 'here' | 'away'

export interface PictureElement {
  dom: HTMLElement
  /** The element that has the displayed width of the picture. */
  frame: HTMLElement
  update: (picture: PictureAttributes) => void
  release: () => void
}

/**
 * While another user uploads a picture, the picture is requested repeatedly for `awaitedFor`. The pause
 * between two requests is between `firstReloadDelayMs` and `maxReloadDelayMs`. All times are in milliseconds.
 */
const awaitedFor = 15 * 60_000
export const firstReloadDelayMs = 1000
export const maxReloadDelayMs = 20_000

interface BoxOptions {
  /**
   * Called only in the client that uploads the picture, after the local file has loaded. `size` is its natural size,
   * which the document does not contain yet.
   */
  onSize?: (size: { pixels: number; ratio: number }) => void
  urlOf?: PictureUrl
}

/**
 * Creates the markup of a picture for the editor and for stored texts. It reserves the space before the
 * picture is loaded and requests the displayed width. The uploading user sees the local file.
 */
export function createPictureElement(
  first: PictureAttributes,
  { onSize, urlOf = pictureUrl }: BoxOptions = {},
): PictureElement {
  const [dom, frame, words, caption] = elements('div', 'div', 'span', 'div')
  dom.className = 'picture'
  frame.className = 'picture-frame'
  words.className = 'picture-words'
  caption.className = 'picture-caption'
  caption.dir = 'auto'
  let shown = first
  const source = pictureSource((status) => {
    dom.dataset['status'] = status
    const awayMessage = mayFileBeUploading(shown.id) ? t('editor.picture.coming') : t('editor.picture.away')
    words.textContent = status === 'away' ? awayMessage : ''
    const { naturalWidth: pixels, naturalHeight, src } = source.img
    const isFoundOut = status === 'here' && shown.pixels === null && src.startsWith('blob:')
    if (isFoundOut && naturalHeight > 0) onSize?.({ pixels, ratio: pixels / naturalHeight })
  }, urlOf)
  const { img } = source
  frame.append(img, words)
  dom.append(frame, caption)
  const update = (picture: PictureAttributes) => {
    shown = picture
    img.alt = picture.alt ?? t('editor.picture.name')
    // The tooltip shows the alternative text to sighted users.
    img.title = picture.alt ?? ''
    caption.textContent = picture.caption ?? ''
    if (picture.alignment === null) delete dom.dataset['alignment']
    else dom.dataset['alignment'] = picture.alignment
    reserveSpace(frame, picture)
    source.show(picture)
  }
  update(first)
  return { dom, frame, update, release: source.release }
}

function elements<Names extends string[]>(...names: Names): { [At in keyof Names]: HTMLElement } {
  return names.map((name) => document.createElement(name)) as { [At in keyof Names]: HTMLElement }
}

function reserveSpace(frame: HTMLElement, { id, width, pixels, ratio }: PictureAttributes): void {
  frame.style.width = width === null ? ownWidth(pixels, ratio) : `${width}%`
  frame.style.aspectRatio = ratio === null ? '' : String(ratio)
  frame.dataset['picture'] = id ?? ''
  if (pixels !== null) frame.dataset['pixels'] = String(pixels)
}

/**
 * Returns the displayed width of a picture for which no width was chosen. The width limits the height, so
 * that the picture does not push the text off the screen.
 */
function ownWidth(pixels: number | null, ratio: number | null): string {
  if (pixels === null) return ''
  return ratio === null ? `${pixels}px` : `min(${pixels}px, ${ratio} * var(--picture-height))`
}

/**
 * Loads a picture from this device during its upload, and from the server afterwards. If another user is
 * still uploading the picture, the server does not have it yet, so the request is repeated.
 */
function pictureSource(setStatus: (status: PictureLoadStatus) => void, urlOf: PictureUrl) {
  const img = document.createElement('img')
  // Dragging moves the block instead of the image file.
  img.draggable = false
  img.decoding = 'async'
  img.loading = 'lazy'
  let id: string | null = null
  let pixels: number | null = null
  let isAway = false
  let pause = firstReloadDelayMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let unsubscribe = () => {}
  const over = new AbortController()

  const preview = () => (id === null ? null : (store.get(uploadsAtom(id))[0]?.preview ?? null))
  const load = () => {
    clearTimeout(timer)
    if (id !== null) setSource(img, { id, pixels, preview: preview(), urlOf })
  }
  img.onload = () => {
    isAway = false
    pause = firstReloadDelayMs
    setStatus('here')
  }
  img.onerror = () => {
    isAway = true
    setStatus('away')
    if (!mayFileBeUploading(id)) return
    timer = setTimeout(load, pause)
    pause = Math.min(maxReloadDelayMs, pause * 2)
  }
  window.addEventListener('online', () => isAway && load(), { signal: over.signal })
  /**
   * Shows the picture from the server after the upload. The picture is preloaded before the local file is
   * released.
   */
  const onSent = () => {
    const showsLocalFile = img.src.startsWith('blob:')
    if (id === null || (preview() !== null) === showsLocalFile) return
    const next = new Image()
    next.onload = load
    next.onerror = load
    setSource(next, { id, pixels, preview: preview(), urlOf })
  }
  return {
    img,
    show(picture: PictureAttributes) {
      pixels = picture.ratio === null ? null : picture.pixels
      if (picture.id === id && id !== null) return
      id = picture.id
      unsubscribe()
      unsubscribe = id === null ? () => {} : store.sub(uploadsAtom(id), onSent)
      setStatus(id === null ? 'away' : 'loading')
      load()
    },
    release() {
      unsubscribe()
      clearTimeout(timer)
      over.abort()
    },
  }
}

const offered = pictureWidthsForEntityType('ISSUE_DESCRIPTION')

interface Source {
  id: string
  pixels: number | null
  /** The object URL of the local file. Null if this browser does not have the file. */
  preview: string | null
  urlOf: PictureUrl
}

/**
 * Sets `src` and `srcset` to the addresses of the available widths. If the natural width is unknown, only the
 * largest available width is used.
 */
function setSource(img: HTMLImageElement, { id, pixels, preview, urlOf }: Source): void {
  const smaller = pixels === null ? [] : offered.filter((width) => width < pixels)
  if (smaller.length === 0 || preview !== null) img.removeAttribute('srcset')
  else {
    // `auto` requires a known layout size, which the aspect ratio provides before the picture is loaded.
    img.sizes = 'auto, (max-width: 800px) 100vw, 800px'
    img.srcset = [
      ...smaller.map((width) => `${urlOf(id, { width })} ${width}w`),
      `${urlOf(id)} ${pixels}w`,
    ].join(', ')
  }
  img.src = preview ?? urlOf(id, pixels === null ? { width: 1280 } : {})
}

/**
 * Returns true if the file was inserted recently, so that another user may still be uploading it. The id
 * contains the time of its creation.
 */
export function mayFileBeUploading(id: string | null): boolean {
  if (id === null) return false
  const since = Date.now() - Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  return Math.abs(since) < awaitedFor
}
