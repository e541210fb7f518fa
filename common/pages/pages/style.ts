import { isId } from '../../platform/ids.ts'

export const pageFonts = ['sans', 'serif', 'mono'] as const

/** Display settings of a page. They are the same for everybody who opens the page. */
export interface PageStyle {
  full_width: boolean
  font: (typeof pageFonts)[number]
  small_text: boolean
}

/** Reads the display settings from `view_props`. Missing settings get their defaults. */
export function parsePageStyle(view_props: Record<string, unknown>): PageStyle {
  return {
    full_width: view_props['full_width'] === true,
    font: pageFonts.find((font) => font === view_props['font']) ?? 'sans',
    small_text: view_props['small_text'] === true,
  }
}

export type PageAppearance = { [Name in keyof PageStyle]: PageStyle[Name] } & { cover: string | null }

export function parsePageAppearance(view_props: Record<string, unknown>): PageAppearance {
  return { ...parsePageStyle(view_props), cover: parsePageCover(view_props) }
}

/** Returns the file id of the cover above the title. Returns null if the page has no cover. */
export function parsePageCover(view_props: Record<string, unknown>): string | null {
  const cover = view_props['cover']
  return typeof cover === 'string' && isId(cover) ? cover : null
}
