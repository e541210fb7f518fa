import type { ChartSeries } from './chart-data.ts'

/** The properties that a browser needs to draw a chart without the style sheets of the page. */
const drawn = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'font-family', 'font-size', 'opacity']
/** Twice the size on the screen, so that the image is sharp in documents. */
const scale = 2
const padding = 16
const lineHeight = 24

/** Downloads a chart as a PNG image with its title and the names of its series. */
export async function savePng(
  name: string,
  plot: Element,
  title: string,
  series: ChartSeries[],
): Promise<void> {
  const drawing = plot.querySelector('svg.recharts-surface')
  if (!(drawing instanceof SVGSVGElement)) return
  const { width, height } = drawing.getBoundingClientRect()
  const legend = series.length > 1 ? series : []
  const head = padding + lineHeight * (legend.length > 0 ? 2 : 1)
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * padding) * scale
  canvas.height = (head + height + padding) * scale
  const context = canvas.getContext('2d')
  if (context === null) return
  const styles = getComputedStyle(plot)
  context.scale(scale, scale)
  context.fillStyle = resolved('var(--sheet)', styles)
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.textBaseline = 'middle'
  context.fillStyle = styles.color
  context.font = `600 14px ${styles.fontFamily}`
  context.fillText(title, padding, padding + lineHeight / 2 - 4)
  context.font = `12px ${styles.fontFamily}`
  let left = padding
  for (const { name: label, color } of legend) {
    const top = padding + lineHeight * 1.5 - 4
    context.fillStyle = resolved(color, styles)
    context.fillRect(left, top - 5, 10, 10)
    context.fillStyle = styles.color
    context.fillText(label, left + 16, top)
    left += context.measureText(label).width + 32
  }
  context.drawImage(await imageOf(drawing), padding, head, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('the browser could not encode the image')
  saveBlob(name, blob)
}

/** Downloads a file that the browser has created. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Browsers read the file after the click event, so its URL must stay valid for some time.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Draws a copy of the chart whose elements contain their computed styles, because an image has no style sheets. */
async function imageOf(drawing: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const { width, height } = drawing.getBoundingClientRect()
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const originals = drawing.querySelectorAll<SVGElement>('*')
  for (const [index, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const original = originals[index]
    if (original === undefined) continue
    const styles = getComputedStyle(original)
    for (const property of drawn) element.style.setProperty(property, styles.getPropertyValue(property))
  }
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}

/**
 * Replaces a reference to a CSS variable, such as `var(--line)`, by the value of the variable. A canvas does
 * not understand such references.
 */
function resolved(color: string, styles: CSSStyleDeclaration): string {
  const [, token] = /^var\((--[\w-]+)\)$/.exec(color) ?? []
  return token === undefined ? color : styles.getPropertyValue(token).trim()
}
