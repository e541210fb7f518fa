import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCommandComponents } from './command-parts.ts'
import { Kbd } from './Kbd.tsx'

export interface CommandItemProps {
  /** The id of the row, unique in the palette. Without `keywords`, it is compared with the typed text. */
  value: string
  children: ReactNode
  icon?: ReactNode
  keys?: string
  hint?: ReactNode
  keywords?: string[]
  disabled?: boolean
  /** True if the value of the row is currently set. The row then has a check mark. */
  checked?: boolean
  /** True for a row that is shown for any typed text, such as the row that searches for this text. */
  isFallback?: boolean
  onSelect: () => void
}

export function CommandItem({
  value,
  children,
  icon,
  keys,
  hint,
  keywords,
  disabled,
  checked,
  isFallback,
  onSelect,
}: CommandItemProps) {
  const Command = useCommandComponents()
  return (
    <Command.Item
      value={value}
      keywords={keywords}
      disabled={disabled}
      aria-checked={checked}
      data-fallback={isFallback || undefined}
      onSelect={onSelect}
      className="group/row flex h-9 select-none items-center gap-2.5 rounded-sm px-2 text-soft data-[disabled=true]:opacity-45 data-[selected=true]:bg-accent-soft data-[selected=true]:text-text coarse:h-11 [&>svg]:shrink-0 [&[data-selected=true]>svg.lucide]:text-accent"
    >
      {icon}
      <span dir="auto" className="min-w-0 flex-1 truncate text-ui-start">
        {children}
      </span>
      {hint && (
        <span className="max-w-3/5 truncate text-sm text-faint group-data-[selected=true]/row:text-soft">
          {hint}
        </span>
      )}
      {checked && <Check className="text-accent" />}
      {keys && <Kbd keys={keys} />}
    </Command.Item>
  )
}
