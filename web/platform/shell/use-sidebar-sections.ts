import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { SidebarSectionKey } from '#common/personal/preferences/rules.ts'
import { type SidebarSection, sidebarSectionPath, useFeatures } from './feature.ts'
import { sidebarPreferencesAtom } from './sidebar-preferences.ts'

export interface SidebarSectionLink extends SidebarSection {
  to: string
  total: number
}

interface Sections {
  /** Rows at the top of the sidebar that the user cannot move or hide. */
  fixed: SidebarSectionLink[]
  /** The rows that the user can move, in the order that the user has chosen. */
  movable: { key: SidebarSectionKey; isPinned: boolean; section: SidebarSectionLink }[]
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
            to: sidebarSectionPath(section, get),
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
