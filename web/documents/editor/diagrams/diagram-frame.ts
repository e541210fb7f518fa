import { t } from '../../../locales/i18n.ts'

export type DiagramRenderResult =
  /** The picture is set only for printing. It is null on the screen. */
  | { is: 'drawn'; picture: Blob | null }
  /** `line` is the number of the invalid line, starting at 1, or null if unknown. */
  | { is: 'wrong'; line: number | null }
  | { is: 'empty' | 'tooLong' | 'late' | 'away' }

interface DiagramFrame {
  draw: (source: string) => void
  remove: () => void
}

/** Maximum time in milliseconds to render a diagram, because Mermaid can hang in an endless loop. */
const longestMs = 10_000
/** Maximum time in milliseconds to load the renderer over a slow connection. */
const longestLoadMs = 30_000
const tallest = 4_000

/**
 * Renders diagrams in a sandboxed frame without an origin, whose content security policy blocks the network.
 * The parent reads only numbers from its messages: the height of the diagram or the invalid line. A frame
 * that does not respond in time is removed. Browsers print such frames empty, so for printing the frame
 * returns the diagram as an SVG picture, which cannot run scripts.
 */
export function createDiagramFrame(
  parent: HTMLElement,
  answer: (answer: DiagramRenderResult) => void,
): DiagramFrame {
  let frame: HTMLIFrameElement | null = null
  let isReady = false
  let source = ''
  let requestNumber = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function wait(ms: number, is: 'late' | 'away'): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      remove()
      answer({ is })
    }, ms)
  }

  function send(): void {
    requestNumber++
    wait(longestMs, 'late')
    const asPicture = parent.closest('.printed') !== null
    frame?.contentWindow?.postMessage({ draw: requestNumber, source, look: themeOf(parent), asPicture }, '*')
  }

  function onMessage({ source: from, data }: MessageEvent): void {
    if (!frame || from !== frame.contentWindow) return
    const message = parseMessage(data)
    if (message.isReady) {
      isReady = true
      send()
    }
    if (message.of !== requestNumber) return
    clearTimeout(timer)
    if (message.height === null) answer({ is: 'wrong', line: message.line })
    else {
      frame.style.height = `${Math.min(tallest, Math.max(24, Math.ceil(message.height)))}px`
      answer({ is: 'drawn', picture: message.picture })
    }
  }

  function begin(): void {
    frame = document.createElement('iframe')
    frame.className = 'diagram-frame'
    frame.title = t('editor.diagram.name')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.referrerPolicy = 'no-referrer'
    frame.tabIndex = -1
    frame.src = '/diagrams/frame.html'
    window.addEventListener('message', onMessage)
    themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
    parent.prepend(frame)
    wait(longestLoadMs, 'away')
  }

  const themes = new MutationObserver(() => isReady && send())

  function remove(): void {
    clearTimeout(timer)
    window.removeEventListener('message', onMessage)
    themes.disconnect()
    frame?.remove()
    frame = null
    isReady = false
  }

  return {
    draw(next) {
      source = next
      if (frame === null) begin()
      else if (isReady) send()
    },
    remove,
  }
}

interface FrameMessage {
  isReady: boolean
  /** The number of the request that this message answers. Null if the message answers no request. */
  of: number | null
  height: number | null
  line: number | null
  picture: Blob | null
}

const longestPicture = 4_000_000

/**
 * Validates a message from the frame, which is untrusted: only numbers, and an SVG that is used as a picture.
 */
function parseMessage(data: unknown): FrameMessage {
  const { ready, drawn, failed, height, line, svg } = (
    typeof data === 'object' && data !== null ? data : {}
  ) as Record<string, unknown>
  return {
    isReady: ready === true,
    of: numberIn(drawn) ?? numberIn(failed),
    height: numberIn(drawn) === null ? null : numberIn(height),
    line: numberIn(line),
    picture:
      typeof svg === 'string' && svg.length <= longestPicture
        ? new Blob([svg], { type: 'image/svg+xml' })
        : null,
  }
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

const tokens = ['text', 'text-soft', 'sunken', 'sheet', 'line-strong', 'accent-soft', 'accent'] as const

/**
 * Returns the colors of the theme, its font and whether it is dark. The colors are in hexadecimal notation,
 * which the renderer can parse.
 */
function themeOf(element: HTMLElement): Record<string, string | boolean> {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const style = getComputedStyle(element)
  const colors = tokens.map((name) => [
    name,
    rgb(canvas, style.getPropertyValue('--sunken'), style.getPropertyValue(`--${name}`)),
  ])
  return {
    ...Object.fromEntries(colors),
    font: style.fontFamily,
    // Reads the theme of the nearest element with a theme instead of the theme of the screen, because printed pages
    // always use the light theme.
    isDark: /dark/.test(element.closest<HTMLElement>('[data-theme]')?.dataset['theme'] ?? ''),
  }
}

function rgb(canvas: CanvasRenderingContext2D | null, ground: string, color: string): string {
  if (!canvas) return '#888888'
  // Some colors are translucent, so they are mixed with the background color.
  for (const each of [ground, color]) {
    canvas.fillStyle = each
    canvas.fillRect(0, 0, 1, 1)
  }
  return `#${[...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
