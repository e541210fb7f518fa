// Draws diagrams for web/documents/editor/diagrams/diagram-frame.ts. The server serves this folder with a policy of its own (api/platform/http/web.ts): of no
// origin, without any network but for these scripts. Whatever a text does in here, it can do in here alone.
const loading = import(new URL('mermaid.js', import.meta.url).href)
let latest = 0

addEventListener('message', ({ source, data }) => {
  if (source === parent && typeof data?.draw === 'number') void draw(data)
})

loading.then(
  () => parent.postMessage({ ready: true }, '*'),
  () => undefined,
)

/** One after the other: what draws keeps the settings of one drawing at a time. */
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

/** How tall it is, now and when the frame becomes wider or narrower. */
function tell(of, svg) {
  parent.postMessage({ drawn: of, height: document.body.getBoundingClientRect().height, svg }, '*')
}

/** What is shown, as a file of its own: XML that says how large it is. */
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
    // No text may choose otherwise, nor any limit.
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
