import type { ReactNode } from 'react'

interface SettingsSectionProps {
  title: ReactNode
  /** The sentence that explains the section. */
  text?: ReactNode
  /** The buttons beside the title. */
  action?: ReactNode
  /** True if screen readers list the section as a region with this name. */
  label?: string
  isBusy?: boolean
  children?: ReactNode
}

/** A section of a settings screen: its title with buttons, an explanation, and its fields or rows. */
export function SettingsSection({ title, text, action, label, isBusy, children }: SettingsSectionProps) {
  return (
    <section aria-label={label} aria-busy={isBusy} className="flex flex-col gap-4">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-2">
        <h2 className="min-w-0 text-lg font-strong wrap-anywhere">{title}</h2>
        {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
      </header>
      {text && <p className="max-w-140 text-pretty text-soft">{text}</p>}
      {children}
    </section>
  )
}
