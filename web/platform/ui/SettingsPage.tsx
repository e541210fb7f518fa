import type { ReactNode } from 'react'

/** The scrolling column of a settings screen. It contains one or more `SettingsSection` elements. */
export function SettingsPage({ children }: { children: ReactNode }) {
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
      <div data-settings className="mx-auto flex w-full max-w-180 flex-col gap-10 px-5 py-10">
        {children}
      </div>
    </div>
  )
}
