import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'

/** Tells a stretch whether it is near what is in sight, and how high it was when that was asked. */
type Hear = (isNear: boolean, height: number) => void
type Watch = (stretch: Element, hear: Hear) => () => void

/** Null where everything is drawn. */
const Watching = createContext<Watch | null>(null)

/** Heights of the view, above and below it, within which entries are drawn before they are in sight. */
const margin = '100% 0px'

/** Up to it all are drawn, as in any list: what is drawn can be found by the browser. */
const few = 100

/** Entries that come and go together. With one element each, thousands would be laid out and asked after in every frame. */
const stretchLength = 20

/** Between `ol` and `li` there may be no stretches. */
const parts = { list: { role: 'list' }, stretch: { role: 'presentation' }, entry: { role: 'listitem' } }

interface NearListProps<Entry> {
  entries: readonly Entry[]
  keyOf: (entry: Entry) => string
  children: (entry: Entry) => ReactNode
  /** Pixels of an entry before it was drawn. */
  estimate: (entry: Entry) => number
  /** The key of an entry that is drawn wherever it is, as what a link leads to. */
  kept?: string | undefined
  /** Of the list, and of each stretch of it. */
  className?: string
}

/**
 * A list of entries of whatever heights in a page that scrolls, which stays smooth with thousands: those that are far out of sight are left
 * out, and their room is kept. For rows of known heights that scroll by themselves take `VirtualList`.
 */
export function NearList<Entry>({
  entries,
  keyOf,
  children,
  estimate,
  kept,
  className,
}: NearListProps<Entry>) {
  const list = useRef<HTMLDivElement>(null)
  const [divide] = useState(createStretches)
  const isLong = entries.length > few
  const watch = useWatch(list, isLong)
  const stretches = useMemo(() => divide(entries, keyOf), [divide, entries, keyOf])
  return (
    <div ref={list} {...parts.list} className={className}>
      <Watching value={watch}>
        {stretches.map(({ name, entries: part }) => (
          <NearStretch
            key={name}
            estimate={part.reduce((sum, entry) => sum + estimate(entry), 0)}
            isKept={kept !== undefined && part.some((entry) => keyOf(entry) === kept)}
            className={className}
          >
            {part.map((entry) => (
              <div key={keyOf(entry)} {...parts.entry} className={className}>
                {children(entry)}
              </div>
            ))}
          </NearStretch>
        ))}
      </Watching>
    </div>
  )
}

interface NearStretchProps {
  estimate: number
  isKept: boolean
  className: string | undefined
  children: ReactNode
}

function NearStretch({ estimate, isKept, className, children }: NearStretchProps) {
  const watch = useContext(Watching)
  const stretch = useRef<HTMLDivElement>(null)
  // What was drawn while the list was short goes on being drawn until it is known to be far away.
  const [isNear, setNear] = useState(watch === null)
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    if (watch === null || stretch.current === null) return
    const { current } = stretch
    return watch(current, (near, measured) => {
      // What has the focus stays, and what one writes in.
      if (!near && current.querySelector(':focus, [contenteditable]')) return
      if (!near && measured > 0) setHeight(measured)
      setNear(near)
    })
  }, [watch])
  const isDrawn = watch === null || isNear || isKept
  return (
    <div
      ref={stretch}
      {...parts.stretch}
      className={className}
      style={isDrawn ? undefined : { height: height ?? estimate }}
    >
      {isDrawn && children}
    </div>
  )
}

/** Null while all are drawn. */
function useWatch(list: { readonly current: Element | null }, isLong: boolean): Watch | null {
  const [watch, setWatch] = useState<Watch | null>(null)
  useEffect(() => {
    if (!isLong || list.current === null) return
    const hearing = new WeakMap<Element, Hear>()
    const observer = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting, boundingClientRect } of seen)
          hearing.get(target)?.(isIntersecting, boundingClientRect.height)
      },
      { root: scrollerOf(list.current), rootMargin: margin },
    )
    setWatch(() => (stretch: Element, hear: Hear) => {
      hearing.set(stretch, hear)
      observer.observe(stretch)
      return () => observer.unobserve(stretch)
    })
    return () => {
      observer.disconnect()
      setWatch(null)
    }
  }, [list, isLong])
  return isLong ? (watch ?? notYet) : null
}

/** Before the list is in the page nobody knows what is near. */
const notYet: Watch = () => () => {}

/** What scrolls the list: margins around what is in sight count at that element alone. */
function scrollerOf(element: Element): Element | null {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}

interface Stretch<Entry> {
  name: number
  entries: Entry[]
}

/**
 * Divides a list again and again, so that an entry stays in the stretch that it came to: what is added before, after or between others
 * moves none of them, and none is made anew.
 */
export function createStretches() {
  const nameOf = new Map<string, number>()
  let made = 0
  return <Entry,>(entries: readonly Entry[], keyOf: (entry: Entry) => string): Stretch<Entry>[] => {
    const stretches = new Map<number, Stretch<Entry>>()
    let last: Stretch<Entry> | undefined
    for (const entry of entries) {
      const key = keyOf(entry)
      const name = nameOf.get(key)
      const goesOn =
        last !== undefined &&
        (name === last.name || (name === undefined && last.entries.length < stretchLength))
      if (!goesOn) {
        // In another order than before, the rest of a stretch may come later: it is one of its own then.
        last = { name: name === undefined || stretches.has(name) ? made++ : name, entries: [] }
        stretches.set(last.name, last)
      }
      last?.entries.push(entry)
      nameOf.set(key, last?.name ?? 0)
    }
    return [...stretches.values()]
  }
}
