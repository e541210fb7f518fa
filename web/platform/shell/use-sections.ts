import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { SidebarSectionKey } from '#common/personal/preferences/rules.ts'
import { type SidebarSection, sectionPathOf, useFeatures } from './feature.ts'
import { sidebarPreferencesAtom } from './sidebar-preferences.ts'

export interface ShownSection extends SidebarSection {
  to: string
  total: number
}

interface Sections {
  /** Rows at the top of the sidebar that the user cannot move or hide. */
  fixed: ShownSection[]
  /** The rows that the user can move, in the order that the user has chosen. */
  movable: { key: SidebarSectionKey; isPinned: boolean; section: ShownSection }[]
}

/** Returns the sidebar rows of the user with their paths. */
export function useSidebarSections(): Sections {
  const features = useFeatures()
  const sectionsAtom = useMemo(
    () =>
      atom((get): Sections => {
        const shown = features
          .flatMap(({ sections = [] }) => sections)
          .filter(({ isShown }) => isShown?.(get) !== false)
          .map((section) => ({
            ...section,
            to: sectionPathOf(section, get),
            total: section.count?.(get) ?? 0,
          }))
        return {
          fixed: shown.filter(({ preference }) => preference === undefined),
          movable: get(sidebarPreferencesAtom).flatMap(({ key, is_pinned }) =>
            shown
              .filter(({ preference }) => preference === key)
              .map((section) => ({ key, isPinned: is_pinned, section })),
          ),
        }
      }),
    [features],
  )
  return useAtomValue(sectionsAtom)
}
