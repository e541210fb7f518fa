import type { ItemImportPreview } from '#common/sharing/item-imports/schema.ts'
import { formatNumber, listNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Badge } from '../../platform/ui/Badge.tsx'
import { PriorityIcon } from '../../platform/ui/PriorityIcon.tsx'
import { importNoteText } from './note-text.ts'

const totalNames = {
  updates: 'itemImports.known',
  comments: 'itemImports.comments',
  parents: 'itemImports.parents',
  relations: 'itemImports.relations',
  links: 'itemImports.links',
  attachments: 'itemImports.attachments',
} as const

/** Shows what an import would do: the totals, the first work items, and the rows that need attention. */
export function ItemPreview({ preview }: { preview: ItemImportPreview }) {
  const { t } = useTranslation()
  const { totals, items, notes } = preview
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 className="font-strong">{t('itemImports.preview')}</h3>
      <p className="text-soft tabular">
        {(['updates', 'comments', 'parents', 'relations', 'links', 'attachments'] as const)
          .filter((name) => totals[name] > 0)
          .map((name) => t(totalNames[name], { number: formatNumber(totals[name]) }))
          .join(' · ')}
      </p>
      <ul className="flex flex-col">
        {items.map((item) => (
          <li key={item.row} className="flex items-center gap-3 border-b border-line py-2 last:border-0">
            <PriorityIcon priority={item.priority} label={t(`ui.priority.${item.priority}`)} />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium" dir="auto">
                {item.title}
              </p>
              <p className="truncate text-sm text-faint">
                {[item.state, listNames(item.assignees), listNames(item.labels), item.target_date ?? '']
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {item.is_update && <Badge tone="accent">{t('itemImports.isKnown')}</Badge>}
          </li>
        ))}
      </ul>
      {notes.length > 0 && (
        <>
          <h3 className="pt-2 font-strong">{t('itemImports.attention')}</h3>
          <ul className="flex flex-col">
            {notes.map((note, at) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: one row can have several notes
                key={at}
                className="border-b border-line py-1.5 text-sm break-words last:border-0"
              >
                <span className="text-faint tabular">
                  {t('itemImports.row', { number: formatNumber(note.row) })}
                </span>{' '}
                {importNoteText(note, t)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
