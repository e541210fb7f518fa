export const pageFonts = ['sans', 'serif', 'mono'] as const

/** How a page looks, for everybody. */
export interface PageStyle {
  full_width: boolean
  font: (typeof pageFonts)[number]
  small_text: boolean
}

/** Of what is stored with a page; what is not said is as usual. */
export function styleOf(view_props: Record<string, unknown>): PageStyle {
  return {
    full_width: view_props['full_width'] === true,
    font: pageFonts.find((font) => font === view_props['font']) ?? 'sans',
    small_text: view_props['small_text'] === true,
  }
}
