import { runAllInside } from '../../../documents/editor/when-visible.ts'

/**
 * Maximum time in milliseconds to wait for the content. Content that is still loading after this time is left out.
 */
const timeout = 15_000

/**
 * Resolves when the images, formulas, diagrams, live blocks, synced blocks and fonts of the printed content are rendered.
 * Images must be loaded eagerly, because printed content is never in the viewport.
 */
export async function waitUntilRendered(printed: HTMLElement | null): Promise<void> {
  const over = new Promise((resolve) => setTimeout(resolve, timeout))
  const firstPictures = loadPictures(printed)
  await Promise.race([untilRenderersFinish(printed), over])
  // The content of synced blocks, which was rendered in the meantime, contains further pictures.
  await Promise.race([Promise.all([firstPictures, loadPictures(printed)]), over])
  await Promise.race([document.fonts.ready, over])
}

/** Loads and decodes all pictures except diagrams, which are decoded already, and whose addresses are no longer valid. */
function loadPictures(printed: HTMLElement | null): Promise<unknown> {
  const pictures = [...(printed?.querySelectorAll<HTMLImageElement>('img:not([src^="blob:"])') ?? [])].map(
    (picture) => {
      picture.loading = 'eager'
      picture.sizes = '800px'
      return picture.decode().catch(() => {})
    },
  )
  return Promise.all(pictures)
}

const blocks = ':is(.live-block, .synced-reference)'
const unfinished = `.formula[data-status=text], [data-diagram=waiting], ${blocks}:empty, ${blocks} [aria-busy=true]`

/**
 * Waits for formulas, diagrams, live blocks and synced blocks, because their renderers or data may still be loading.
 * Content that loads only near the visible area is loaded now, also in synced blocks that were rendered just before.
 */
async function untilRenderersFinish(printed: HTMLElement | null): Promise<void> {
  while (printed?.isConnected && printed.querySelector(unfinished)) {
    runAllInside(printed)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
