import { useAtomValue } from 'jotai'
import { CornerLeftUp, FileText } from 'lucide-react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { pageIdsFromRoot } from '#common/pages/pages/tree.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Picker } from '../../platform/ui/Picker.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { nestPage, pageReordering } from './actions.ts'
import { pagesAtom } from './atoms.ts'
import { canNestPage, flattenPageTree } from './tree.ts'

interface ParentPagePickerProps {
  page: PageRow
  projectId: string | null
  anchor: Element | null
  onClose: () => void
}

/**
 * A picker for the new parent of a page. The top level can be chosen too. The pages are in tree order, each
 * with its ancestors.
 */
export function ParentPagePicker({ page, projectId, anchor, onClose }: ParentPagePickerProps) {
  const { t } = useTranslation()
  const pages = useAtomValue(pagesAtom(projectId)).filter((one) => one.archived_at === null)
  const rows = new Map(pages.map((one) => [one.id, one]))
  const nameOf = (one: PageRow | undefined) => one?.name || t('pages.untitled')
  const options = flattenPageTree(pages, { order: 'sort_order', folded: [] })
    .map((line) => line.page)
    .filter((one) => one.id === page.parent || canNestPage(page, one))
    .map((one) => ({
      value: one.id,
      label: nameOf(one),
      icon: <ProjectLogo logo={one.logo_props} name={one.name} fallback={<FileText />} />,
      hint: pageIdsFromRoot(one.id, rows)
        .slice(0, -1)
        .map((id) => nameOf(rows.get(id)))
        .join(' / '),
    }))
  return (
    <Picker
      open
      isWide
      align="end"
      anchor={anchor}
      label={t('pages.moveBelow')}
      placeholder={t('pages.search')}
      emptyText={t('pages.nothingToGoBelow')}
      noneLabel={t('pages.toTheTop')}
      noneIcon={<CornerLeftUp />}
      value={page.parent}
      options={options}
      onChange={(parent) => {
        if (parent === null) void (page.parent !== null && pageReordering.place(page.id, 0, { parent: null }))
        else void nestPage(page, parent)
      }}
      onOpenChange={(open) => !open && onClose()}
    />
  )
}
