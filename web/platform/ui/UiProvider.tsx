import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useEffect } from 'react'
import { Announcer } from './Announcer.tsx'
import { preloadParts } from './preload.ts'
import { Toaster } from './Toaster.tsx'
import { TooltipLayer } from './TooltipLayer.tsx'

/** Wraps the whole app once: tooltips, toasts, announcements. */
export function UiProvider({ children }: { children: ReactNode }) {
  useEffect(preloadParts, [])
  return (
    <CSPProvider disableStyleElements>
      {children}
      <TooltipLayer />
      <Toaster />
      <Announcer />
    </CSPProvider>
  )
}
