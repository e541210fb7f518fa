import { isId } from '../../platform/ids.ts'

export const pageFonts = ['sans', 'serif', 'mono'] as const

/** How a page looks, for everybody. */
export interface PageStyle {
  full_width: boolean
  font: (typeof pageFonts)[number]
  small_text: boolean
}

/** Of what is stored with a page; what is not said is as usual. */
export function pageStyleOf(view_props: Record<string, unknown>): PageStyle {
  return {
    full_width: view_props['full_width'] === true,
    font: pageFonts.find((font) => font === view_props['font']) ?? 'sans',
    small_text: view_props['small_text'] === true,
  }
}

export type PageAppearance = { [Name in keyof PageStyle]: PageStyle[Name] } & { cover: string | null }

export function pageAppearanceOf(view_props: Record<string, unknown>): PageAppearance {
  return { ...pageStyleOf(view_props), cover: coverOf(view_props) }
}

/** The id of the picture that stands above the title; null of a page without one. */
export function coverOf(view_props: Record<string, unknown>): string | null {
  const cover = view_props['cover']
  return typeof cover === 'string' && isId(cover) ? cover : null
}
