import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Sheet } from '../../platform/ui/Sheet.tsx'

interface BesideItemsProps {
  label: string
  children: ReactNode
}

/** Beside the items of a cycle or module, where there is room for both. */
export function BesideItems({ label, children }: BesideItemsProps) {
  return (
    <aside aria-label={label} className="scroll-quiet w-77 shrink-0 overflow-y-auto border-l border-line p-4">
      {children}
    </aside>
  )
}

interface AboveItemsProps extends BesideItemsProps {
  /** What the cycle or module is called. */
  name: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The same above the items, where there is not. */
export function AboveItems({ label, name, open, onOpenChange, children }: AboveItemsProps) {
  const { t } = useTranslation()
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      modal
      label={label}
      header={
        <>
          <span dir="auto" className="truncate font-medium">
            {name}
          </span>
          <span className="ml-auto" />
          <IconButton label={t('ui.close')} icon={<X />} keys="escape" onClick={() => onOpenChange(false)} />
        </>
      }
    >
      <div className="p-5">{children}</div>
    </Sheet>
  )
}
