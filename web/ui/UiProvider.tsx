import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { Announcer } from './Announcer.tsx'
import { Toaster } from './Toaster.tsx'

/** Goes around the whole app, once: tooltips that follow each other at once, toasts, announcements. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={450} closeDelay={0} timeout={400}>
        {children}
        <Toaster />
        <Announcer />
      </Tooltip.Provider>
    </CSPProvider>
  )
}
