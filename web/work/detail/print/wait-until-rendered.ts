/**
 * Maximum time in milliseconds to wait for the content. Content that is still loading after this time is left out.
 */
const timeout = 15_000

/**
 * Resolves when the images, formulas, diagrams, live blocks and fonts of the printed content are rendered. Images must be
 * loaded eagerly, because printed content is never in the viewport.
 */
export async function waitUntilRendered(printed: HTMLElement | null): Promise<void> {
  const pictures = [...(printed?.querySelectorAll('img') ?? [])].map((picture) => {
    picture.loading = 'eager'
    picture.sizes = '800px'
    return picture.decode().catch(() => {})
  })
  const over = new Promise((resolve) => setTimeout(resolve, timeout))
  await Promise.race([Promise.all([...pictures, untilRenderersFinish(printed)]), over])
  await Promise.race([document.fonts.ready, over])
}

const unfinished =
  '.formula[data-status=text], [data-diagram=waiting], .live-block:empty, .live-block [aria-busy=true]'

/** Waits for formulas, diagrams and live blocks, because their renderers or data may still be loading. */
async function untilRenderersFinish(printed: HTMLElement | null): Promise<void> {
  while (printed?.isConnected && printed.querySelector(unfinished))
    await new Promise((resolve) => setTimeout(resolve, 50))
}
