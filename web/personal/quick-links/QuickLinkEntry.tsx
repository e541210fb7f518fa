import {
  ArrowDown,
  ArrowUp,
  Link2,
  MoreHorizontal,
  Pencil,
  SquareArrowOutUpRight,
  Trash2,
} from 'lucide-react'
import { useRef, useState } from 'react'
import type { QuickLinkRow } from '#common/personal/quick-links/schema.ts'
import { formatUrlForDisplay } from '#common/platform/addresses.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { copyText } from '../../platform/ui/copy-text.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { deleteQuickLink, editQuickLink, quickLinkReordering, quickLinkTitle } from './actions.ts'
import { lazyLinkForm, quickLinkFormProps } from './form.ts'

interface QuickLinkProps {
  link: QuickLinkRow
  isFirst: boolean
  isLast: boolean
}

/** A quick link, which opens in a new tab, with its menu. */
export function QuickLinkEntry({ link, isFirst, isLast }: QuickLinkProps) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const name = quickLinkTitle(link)
  const box = useRef<HTMLDivElement>(null)
  const remove = () => {
    const item = box.current?.closest('li')
    const neighbor = item?.nextElementSibling ?? item?.previousElementSibling
    void deleteQuickLink(link)
    // The focused element disappears with the link after the menu has closed, so the focus moves to the next link.
    requestAnimationFrame(() => neighbor?.querySelector('a')?.focus())
  }
  return (
    <div
      ref={box}
      className="group/link relative flex h-full items-center rounded-md border border-line bg-raised transition-colors focus-within:border-line-strong hover:border-line-strong"
    >
      <a
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        title={link.url}
        className="flex min-w-0 flex-1 items-center gap-2.5 min-h-13 rounded-md py-2 pe-9 ps-3"
      >
        {link.metadata.favicon ? (
          <img src={link.metadata.favicon} alt="" className="size-4 shrink-0 rounded-xs object-contain" />
        ) : (
          <SquareArrowOutUpRight className="shrink-0 text-icon-faint" aria-hidden />
        )}
        <span className="flex min-w-0 flex-col">
          <span className="truncate font-medium">{name}</span>
          {name !== formatUrlForDisplay(link.url) && (
            <span className="truncate text-faint text-sm">{formatUrlForDisplay(link.url)}</span>
          )}
        </span>
      </a>
      <span className="absolute end-1">
        <Menu
          align="end"
          trigger={
            <IconButton
              label={t('quickLinks.actionsOf', { name })}
              icon={<MoreHorizontal />}
              className="opacity-0 focus-visible:opacity-100 group-focus-within/link:opacity-100 group-hover/link:opacity-100 aria-expanded:opacity-100 coarse:opacity-100"
            />
          }
        >
          <MenuItem icon={<Pencil />} onSelect={() => setEditing(true)}>
            {t('quickLinks.edit')}
          </MenuItem>
          <MenuItem icon={<Link2 />} onSelect={() => void copyText(link.url, t('quickLinks.copied'))}>
            {t('quickLinks.copy')}
          </MenuItem>
          {!isFirst && (
            <MenuItem icon={<ArrowUp />} onSelect={() => void quickLinkReordering.step(link.id, -1)}>
              {t('quickLinks.moveEarlier')}
            </MenuItem>
          )}
          {!isLast && (
            <MenuItem icon={<ArrowDown />} onSelect={() => void quickLinkReordering.step(link.id, 1)}>
              {t('quickLinks.moveLater')}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger onSelect={remove}>
            {t('quickLinks.delete')}
          </MenuItem>
        </Menu>
      </span>
      {isEditing && (
        <LazyComponent
          part={lazyLinkForm}
          props={{
            title: t('quickLinks.editTitle'),
            submit: t('quickLinks.save'),
            ...quickLinkFormProps(link),
            onSubmit: (named) => void editQuickLink(link, named),
            onClose: () => setEditing(false),
          }}
        />
      )}
    </div>
  )
}
