/** The width and height of the favicon in pixels. */
const size = 64

let plain: string | null = null
let isMarked = false

/** Adds a dot to the favicon while there are unread notifications. */
export async function setFaviconBadge(isWanted: boolean): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link === null || isWanted === isMarked) return
  isMarked = isWanted
  plain ??= link.href
  const icon = isWanted ? await withDot(plain) : null
  // The wanted state may have changed while the icon was being drawn.
  if (isMarked === isWanted) link.href = icon ?? plain
}

async function withDot(source: string): Promise<string | null> {
  const image = new Image(size, size)
  image.src = source
  try {
    await image.decode()
  } catch {
    return null
  }
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(image, 0, 0, size, size)
  const [x, y, radius] = [size * 0.76, size * 0.24, size * 0.2]
  // Cuts out a ring around the dot, so that it is visible on any tab color.
  context.globalCompositeOperation = 'destination-out'
  circle(context, x, y, radius * 1.35)
  context.globalCompositeOperation = 'source-over'
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--danger').trim()
  circle(context, x, y, radius)
  return canvas.toDataURL('image/png')
}

function circle(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}
