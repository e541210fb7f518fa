import { type RefObject, useEffect, useState } from 'react'

/** The smallest and largest factor by which a full-screen dashboard changes the sizes of texts and widgets. */
const [minScale, maxScale] = [0.75, 2]
/** Height of the heading of a full-screen dashboard at normal size, in pixels. */
const headingHeight = 56

/**
 * Returns whether the element is shown in full screen. In full screen, all sizes change so that the dashboard fills the
 * screen and is readable from a distance. Sizes are relative to the font size of the document.
 */
export function useWallDisplay(screen: RefObject<HTMLElement | null>): boolean {
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    const note = () =>
      setIsOn(document.fullscreenElement !== null && document.fullscreenElement === screen.current)
    document.addEventListener('fullscreenchange', note)
    return () => document.removeEventListener('fullscreenchange', note)
  }, [screen])
  useEffect(() => {
    const grid = screen.current?.querySelector('[data-widgets]')
    if (!isOn || !grid) return
    const root = document.documentElement
    let scale = 1
    const resize = () => {
      const needed = grid.getBoundingClientRect().height / scale + headingHeight
      scale = Math.min(maxScale, Math.max(minScale, innerHeight / needed))
      root.style.fontSize = `${scale * 100}%`
    }
    resize()
    addEventListener('resize', resize)
    return () => {
      removeEventListener('resize', resize)
      root.style.removeProperty('font-size')
    }
  }, [isOn, screen])
  return isOn
}
