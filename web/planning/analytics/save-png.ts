import type { LegendEntry } from './chart-data.ts'

/** The properties that a browser needs to draw a chart without the style sheets of the page. */
const drawn = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'font-family', 'font-size', 'opacity']
/** The image is twice as large as the chart on the screen, so that it is sharp in documents. */
const scale = 2
const padding = 16
const lineHeight = 24
/** Width of the colored square of a legend entry, with its gap. */
const swatch = 16

/** Downloads a chart as a PNG image with its title and its legend. */
export async function savePng(
  name: string,
  plot: Element,
  title: string,
  legend: readonly LegendEntry[],
): Promise<void> {
  // The child selector matches only the chart. The legend on the screen contains further `svg` elements.
  const drawing = plot.querySelector('.recharts-wrapper > svg.recharts-surface')
  if (!(drawing instanceof SVGSVGElement)) return
  const { width, height } = drawing.getBoundingClientRect()
  const styles = getComputedStyle(plot)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context === null) return
  const legendFont = `12px ${styles.fontFamily}`
  context.font = legendFont
  const lines = legendLines(legend, width, (text) => context.measureText(text).width)
  const head = padding + lineHeight * (1 + lines.length)
  // Set the size first, because setting it resets all other properties of the canvas.
  canvas.width = (width + 2 * padding) * scale
  canvas.height = (head + height + padding) * scale
  context.scale(scale, scale)
  context.fillStyle = resolved('var(--sheet)', styles)
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.textBaseline = 'middle'
  context.fillStyle = styles.color
  context.font = `600 14px ${styles.fontFamily}`
  context.fillText(title, padding, padding + lineHeight / 2 - 4)
  context.font = legendFont
  for (const [index, line] of lines.entries()) {
    const top = padding + lineHeight * (index + 1.5) - 4
    for (const { name: label, color, left } of line) {
      context.fillStyle = resolved(color, styles)
      context.fillRect(padding + left, top - 5, 10, 10)
      context.fillStyle = styles.color
      context.fillText(label, padding + left + swatch, top)
    }
  }
  context.drawImage(await imageOf(drawing), padding, head, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('the browser could not encode the image')
  saveBlob(name, blob)
}

/** Distributes the entries of a legend among lines of this width, and returns the left edge of each entry. */
export function legendLines(
  legend: readonly LegendEntry[],
  width: number,
  widthOf: (text: string) => number,
): (LegendEntry & { left: number })[][] {
  const lines: (LegendEntry & { left: number })[][] = []
  let left = 0
  for (const entry of legend) {
    const own = swatch + widthOf(entry.name)
    if (lines.length === 0 || left + own > width) {
      lines.push([])
      left = 0
    }
    lines.at(-1)?.push({ ...entry, left })
    left += own + swatch
  }
  return lines
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
