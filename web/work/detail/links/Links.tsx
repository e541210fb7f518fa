import { useAtomValue } from 'jotai'
import { Link2, Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { useCanChangeItemLinks } from '../../../platform/person/roles.ts'
import { LoadError } from '../../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { CountLabel } from '../../../platform/ui/CountLabel.tsx'
import { Section, SectionButton } from '../../../platform/ui/Section.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { AddLink } from './AddLink.tsx'
import { addLinks, loadLinks } from './actions.ts'
import { itemLinksAtom } from './atoms.ts'
import { LinkLine } from './LinkLine.tsx'

/** Links from an item to web pages, updated live. */
export function Links({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const { id, project_id } = row
  const links = useAtomValue(itemLinksAtom(id))
  const canChange = useCanChangeItemLinks(row)
  const [isAdding, setAdding] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const hasAny = row.link_count > 0
  // An item without links needs no request, because links that are added later arrive as live changes.
  const read = useCallback(
    () => (hasAny ? loadLinks({ id, project_id }) : Promise.resolve()),
    [hasAny, id, project_id],
  )
  const { status, retry } = useLoadState(read)
  const awaited = links.length === 0 && status === 'loading' ? row.link_count : 0
  const isBroken = links.length === 0 && status === 'error'
  return (
    <Section
      title={t('links.title')}
      summary={<CountLabel value={Math.max(links.length, awaited)} />}
      isEmpty={links.length === 0 && awaited === 0 && !isBroken && !isAdding}
      action={
        canChange && (
          <SectionButton
            ref={add}
            label={t('links.add')}
            icon={<Plus />}
            emptyIcon={<Link2 />}
            onClick={() => setAdding(true)}
          />
        )
      }
    >
      {isAdding && canChange && (
        <AddLink
          taken={links.map(({ url }) => url)}
          onAdd={(urls) => void addLinks(row, urls)}
          onClose={() => setAdding(false)}
          finalFocus={add}
        />
      )}
      {awaited > 0 && (
        <div aria-busy>
          {Array.from({ length: Math.min(awaited, 5) }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are equal
            <div key={at} className="flex h-8 items-center coarse:h-11">
              <Skeleton className={at % 2 === 0 ? 'w-3/5' : 'w-2/5'} />
            </div>
          ))}
        </div>
      )}
      {isBroken && <LoadError compact onRetry={retry} />}
      {links.length > 0 && (
        <ul aria-label={t('links.title')}>
          {links.map((link) => (
            <LinkLine key={link.id} link={link} canChange={canChange} />
          ))}
        </ul>
      )}
    </Section>
  )
}
