import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { type ReactNode, useEffect } from 'react'
import { Announcer } from './Announcer.tsx'
import { preloadParts } from './preload.ts'
import { Toaster } from './Toaster.tsx'
import { TooltipLayer } from './TooltipLayer.tsx'

/** Goes around the whole app, once: tooltips that follow each other at once, toasts, announcements. */
export function UiProvider({ children }: { children: ReactNode }) {
  useEffect(preloadParts, [])
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={450} closeDelay={0} timeout={400}>
        {children}
        <TooltipLayer />
        <Toaster />
        <Announcer />
      </Tooltip.Provider>
    </CSPProvider>
  )
}
