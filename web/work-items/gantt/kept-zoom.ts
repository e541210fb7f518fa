import { type Zoom, zooms } from './geometry.ts'

/** How far a person looks at a place, on this device. */
export function keptZoom(place: string): Zoom {
  const kept = localStorage.getItem(keyOf(place))
  return zooms.find((zoom) => zoom === kept) ?? 'week'
}

export function keepZoom(place: string, zoom: Zoom): void {
  localStorage.setItem(keyOf(place), zoom)
}

function keyOf(place: string): string {
  return `timeline-zoom:${place}`
}
