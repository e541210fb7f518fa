import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

interface FileDropOverlayProps {
  within: RefObject<HTMLElement | null>
  icon: ReactNode
  text: string
}

/** Overlay that is shown while files are dragged over a drop area. */
export function FileDropOverlay({ within, icon, text }: FileDropOverlayProps) {
  const [box, setBox] = useState<{ top: number; left: number; width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const area = within.current?.closest('[data-takes-files]') ?? within.current
    if (!area) return
    const { top, left, right, bottom } = area.getBoundingClientRect()
    const above = Math.max(0, top)
    setBox({ top: above, left, width: right - left, height: Math.min(innerHeight, bottom) - above })
  }, [within])
  if (box === null) return null
  // Rendered in `body`, because a transformed ancestor such as the panel would become the containing block of a fixed element.
  return createPortal(
    <div
      style={box}
      className="pointer-events-none fixed z-float grid place-items-center bg-sheet/70 p-2 backdrop-blur-[1px]"
    >
      <div className="grid size-full place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft">
        <p className="flex items-center gap-2 rounded-md bg-raised px-3 py-2 font-medium text-text shadow-float [&>svg]:size-4 [&>svg]:text-accent-text">
          {icon}
          {text}
        </p>
      </div>
    </div>,
    document.body,
  )
}
