// Renders diagrams for web/documents/editor/diagrams/diagram-frame.ts. The server sends this folder with a separate content security policy
// (api/platform/http/web.ts). The frame has no origin and no network access except for these scripts. A malicious diagram therefore
// cannot access the app.
const loading = import(new URL('mermaid.js', import.meta.url).href)
let latest = 0

addEventListener('message', ({ source, data }) => {
  if (source === parent && typeof data?.draw === 'number') void draw(data)
})

loading.then(
  () => parent.postMessage({ ready: true }, '*'),
  () => undefined,
)

/** Diagrams are rendered one after the other, because Mermaid has only one global configuration. */
let before = Promise.resolve()
let isDrawing = false

function draw({ draw: of, source, look, asPicture }) {
  latest = of
  before = before.then(async () => {
    if (of !== latest) return
    const { default: mermaid } = await loading
    isDrawing = true
    mermaid.initialize(settings(look))
    document.body.className = look.isDark ? 'dark' : ''
    try {
      const { svg } = await mermaid.render(`diagram-${of}`, source, document.body)
      document.body.innerHTML = svg
      tell(of, asPicture ? picture() : undefined)
    } catch (error) {
      const line = error?.hash?.loc?.first_line ?? error?.hash?.line
      parent.postMessage({ failed: of, line: typeof line === 'number' ? line : null }, '*')
    }
    isDrawing = false
  })
}

/** Reports the height of the diagram, after rendering and after each change of the frame's width. */
function tell(of, svg) {
  parent.postMessage({ drawn: of, height: document.body.getBoundingClientRect().height, svg }, '*')
}

/** Returns the diagram as a standalone SVG file. Such a file needs an explicit width and height. */
function picture() {
  const drawing = document.body.querySelector('svg').cloneNode(true)
  const { width, height } = document.body.querySelector('svg').getBoundingClientRect()
  drawing.setAttribute('width', width)
  drawing.setAttribute('height', height)
  return new XMLSerializer().serializeToString(drawing)
}
new ResizeObserver(() => {
  if (!isDrawing && document.body.firstElementChild) tell(latest)
}).observe(document.body)

function settings(look) {
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    // Directives in the text of a diagram must not change these settings.
    secure: [
      'secure',
      'securityLevel',
      'startOnLoad',
      'maxTextSize',
      'maxEdges',
      'suppressErrorRendering',
      'theme',
      'themeVariables',
      'themeCSS',
      'fontFamily',
      'htmlLabels',
    ],
    suppressErrorRendering: true,
    maxTextSize: 20000,
    maxEdges: 400,
    theme: 'base',
    look: 'classic',
    fontFamily: look.font,
    themeVariables: {
      darkMode: look.isDark,
      fontFamily: look.font,
      fontSize: '14px',
      background: look.sunken,
      primaryColor: look['accent-soft'],
      primaryTextColor: look.text,
      primaryBorderColor: look.accent,
      secondaryColor: look.sheet,
      tertiaryColor: look.sheet,
      lineColor: look['text-soft'],
      textColor: look.text,
      edgeLabelBackground: look.sunken,
      useGradient: false,
      noteBkgColor: look.sheet,
      noteTextColor: look.text,
      noteBorderColor: look['line-strong'],
    },
  }
}
