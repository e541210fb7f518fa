import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Sheet } from '../../platform/ui/Sheet.tsx'

interface SidePanelProps {
  label: string
  children: ReactNode
}

/** The side panel of a cycle or module next to its items, for wide screens. */
export function SidePanel({ label, children }: SidePanelProps) {
  return (
    <aside aria-label={label} className="scroll-quiet w-77 shrink-0 overflow-y-auto border-s border-line p-4">
      {children}
    </aside>
  )
}

interface SheetPanelProps extends SidePanelProps {
  /** The name of the cycle or module. */
  name: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The side panel as a sheet over the items, for narrow screens. */
export function SidePanelSheet({ label, name, open, onOpenChange, children }: SheetPanelProps) {
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
          <span className="ms-auto" />
          <IconButton label={t('ui.close')} icon={<X />} keys="escape" onClick={() => onOpenChange(false)} />
        </>
      }
    >
      <div className="p-5">{children}</div>
    </Sheet>
  )
}
