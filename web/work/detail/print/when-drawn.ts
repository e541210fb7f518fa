/** Milliseconds; what takes longer is left out. */
const longest = 15_000

/** Once what is for paper has its pictures, formulas, diagrams and fonts. Nothing of it comes into sight, which these would wait for. */
export async function whenDrawn(printed: HTMLElement | null): Promise<void> {
  const pictures = [...(printed?.querySelectorAll('img') ?? [])].map((picture) => {
    picture.loading = 'eager'
    picture.sizes = '800px'
    return picture.decode().catch(() => {})
  })
  const over = new Promise((resolve) => setTimeout(resolve, longest))
  await Promise.race([Promise.all([...pictures, nothingWaitsIn(printed)]), over])
  await Promise.race([document.fonts.ready, over])
}

/** What draws formulas and diagrams may still be on its way. */
async function nothingWaitsIn(printed: HTMLElement | null): Promise<void> {
  while (printed?.isConnected && printed.querySelector('.formula[data-status=text], [data-diagram=waiting]'))
    await new Promise((resolve) => setTimeout(resolve, 50))
}
