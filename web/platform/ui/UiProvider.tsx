import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useEffect } from 'react'
import { Announcer } from './Announcer.tsx'
import { preloadPopupComponents } from './preload.ts'
import { Toaster } from './Toaster.tsx'
import { TooltipLayer } from './TooltipLayer.tsx'

/** Provides tooltips, toasts and announcements. Wrap the whole app in it once. */
export function UiProvider({ children }: { children: ReactNode }) {
  useEffect(preloadPopupComponents, [])
  return (
    <CSPProvider disableStyleElements>
      {children}
      <TooltipLayer />
      <Toaster />
      <Announcer />
    </CSPProvider>
  )
}
