import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'

/**
 * Called when a group of entries comes near the visible area or leaves it, with the current height of the
 * group.
 */
type OnNear = (isNear: boolean, height: number) => void
type Watch = (group: Element, listener: OnNear) => () => void

/** Observes whether groups are near the visible area. Null if all entries are rendered. */
const Watching = createContext<Watch | null>(null)

/** Entries within one screen height above and below are rendered in advance. */
const margin = '100% 0px'

/** Lists up to this length are rendered completely, so that the browser's search finds all entries. */
const few = 100

/**
 * Entries are rendered in groups of this size. One observed element per entry would be slow with thousands of
 * entries.
 */
const groupLength = 20

/** HTML does not allow other elements between `ol` and `li`, so the list uses ARIA roles instead. */
const parts = { list: { role: 'list' }, group: { role: 'presentation' }, entry: { role: 'listitem' } }

interface LazyListProps<Entry> {
  entries: readonly Entry[]
  keyOf: (entry: Entry) => string
  children: (entry: Entry) => ReactNode
  /** Estimated height in pixels before an entry is rendered. */
  estimate: (entry: Entry) => number
  /** Key of an entry that is always rendered, such as the target of a link. */
  alwaysRendered?: string | undefined
  /** The class of the list and of each group. */
  className?: string
}

/**
 * A long list of entries with any height in a page that scrolls. Entries far outside the visible area are
 * replaced by empty space. For rows of known height in their own scroll container use `VirtualList`.
 */
export function LazyList<Entry>({
  entries,
  keyOf,
  children,
  estimate,
  alwaysRendered,
  className,
}: LazyListProps<Entry>) {
  const list = useRef<HTMLDivElement>(null)
  const [divide] = useState(createStableGroups)
  const isLong = entries.length > few
  const watch = useWatch(list, isLong)
  const groups = useMemo(() => divide(entries, keyOf), [divide, entries, keyOf])
  return (
    <div ref={list} {...parts.list} className={className}>
      <Watching value={watch}>
        {groups.map(({ name, entries: part }) => (
          <LazyGroup
            key={name}
            estimate={part.reduce((sum, entry) => sum + estimate(entry), 0)}
            isAlwaysRendered={
              alwaysRendered !== undefined && part.some((entry) => keyOf(entry) === alwaysRendered)
            }
            className={className}
          >
            {part.map((entry) => (
              <div key={keyOf(entry)} {...parts.entry} className={className}>
                {children(entry)}
              </div>
            ))}
          </LazyGroup>
        ))}
      </Watching>
    </div>
  )
}

interface LazyGroupProps {
  estimate: number
  isAlwaysRendered: boolean
  className: string | undefined
  children: ReactNode
}

function LazyGroup({ estimate, isAlwaysRendered, className, children }: LazyGroupProps) {
  const watch = useContext(Watching)
  const group = useRef<HTMLDivElement>(null)
  // Entries that were rendered while the list was short stay rendered until they are known to be far from the
  // visible area.
  const [isNear, setNear] = useState(watch === null)
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    if (watch === null || group.current === null) return
    const { current } = group
    return watch(current, (near, measured) => {
      // Entries with the focus, and entries in which the user types, stay rendered.
      if (!near && current.querySelector(':focus, [contenteditable]')) return
      if (!near && measured > 0) setHeight(measured)
      setNear(near)
    })
  }, [watch])
  const isDrawn = watch === null || isNear || isAlwaysRendered
  return (
    <div
      ref={group}
      {...parts.group}
      className={className}
      style={isDrawn ? undefined : { height: height ?? estimate }}
    >
      {isDrawn && children}
    </div>
  )
}

/** Returns the function that observes groups, or null while all entries are rendered. */
function useWatch(list: { readonly current: Element | null }, isLong: boolean): Watch | null {
  const [watch, setWatch] = useState<Watch | null>(null)
  useEffect(() => {
    if (!isLong || list.current === null) return
    const listeners = new WeakMap<Element, OnNear>()
    const observer = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting, boundingClientRect } of seen)
          listeners.get(target)?.(isIntersecting, boundingClientRect.height)
      },
      { root: scrollerOf(list.current), rootMargin: margin },
    )
    setWatch(() => (group: Element, listener: OnNear) => {
      listeners.set(group, listener)
      observer.observe(group)
      return () => observer.unobserve(group)
    })
    return () => {
      observer.disconnect()
      setWatch(null)
    }
  }, [list, isLong])
  return isLong ? (watch ?? notYet) : null
}

/**
 * Used before the list is in the document. It observes nothing, because the scroll container is not yet
 * known.
 */
const notYet: Watch = () => () => {}

/**
 * Returns the scroll container of an element, or null if the page itself scrolls. The margin of an
 * IntersectionObserver applies only to its root, so the root must be the scroll container.
 */
function scrollerOf(element: Element): Element | null {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}

interface Group<Entry> {
  name: number
  entries: Entry[]
}

/**
 * Divides a list into groups. Each entry stays in its group, so that added entries do not remount other
 * entries.
 */
export function createStableGroups() {
  const nameOf = new Map<string, number>()
  let groupCount = 0
  return <Entry,>(entries: readonly Entry[], keyOf: (entry: Entry) => string): Group<Entry>[] => {
    const groups = new Map<number, Group<Entry>>()
    let last: Group<Entry> | undefined
    for (const entry of entries) {
      const key = keyOf(entry)
      const name = nameOf.get(key)
      const belongsToLast =
        last !== undefined &&
        (name === last.name || (name === undefined && last.entries.length < groupLength))
      if (!belongsToLast) {
        // After a change of the order, entries of one group may no longer be adjacent. The later part then
        // becomes a separate group.
        last = { name: name === undefined || groups.has(name) ? groupCount++ : name, entries: [] }
        groups.set(last.name, last)
      }
      last?.entries.push(entry)
      nameOf.set(key, last?.name ?? 0)
    }
    return [...groups.values()]
  }
}
