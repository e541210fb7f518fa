import { type RefObject, useEffect, useState } from 'react'
import { setToggleOpen } from '../blocks/toggle-view.ts'
import { HeadingList } from '../outline/HeadingList.tsx'
import type { Heading } from '../outline/headings.ts'
import { LiveBlocks } from './LiveBlocks.tsx'
import type { LiveBlockPortals } from './live-block-view.ts'

interface StoredLiveBlocksProps {
  /** The element that contains the stored text. */
  text: RefObject<HTMLElement | null>
  html: string
  portals: LiveBlockPortals
}

/** The live blocks of a text that is shown without an editor. */
export function StoredLiveBlocks({ text, html, portals }: StoredLiveBlocksProps) {
  return (
    <LiveBlocks
      portals={portals}
      isReadOnly
      renderContents={() => <StoredContents text={text} html={html} />}
    />
  )
}

function StoredContents({ text, html }: Omit<StoredLiveBlocksProps, 'portals'>) {
  const [headings, setHeadings] = useState<readonly Heading[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML creates new elements
  useEffect(() => {
    const elements = headingElements(text.current)
    const read = () =>
      setHeadings(
        elements.map((element, position) => ({
          position,
          level: Number(element.localName.slice(1)),
          text: shownText(element),
        })),
      )
    read()
    // The names of pages and work items are added to the headings after they are loaded.
    const observer = new MutationObserver(read)
    for (const element of elements)
      observer.observe(element, { attributes: true, characterData: true, childList: true, subtree: true })
    return () => observer.disconnect()
  }, [text, html])
  return (
    <div className="border-line border-s-2">
      <HeadingList
        headings={headings}
        current={undefined}
        onSelect={(at) => {
          const element = headingElements(text.current)[at]
          for (let parent = element?.parentElement; parent; parent = parent.parentElement)
            if (parent.classList.contains('toggle')) setToggleOpen(parent, true)
          element?.scrollIntoView({ block: 'start' })
        }}
      />
    </div>
  )
}

/** Returns the headings that are not empty, in order. */
function headingElements(text: HTMLElement | null): HTMLElement[] {
  const all = text?.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6') ?? []
  return [...all].filter((element) => element.textContent.trim() !== '')
}

/** Returns the text of a heading as the reader sees it: the name of a linked page without the address of the page. */
function shownText(heading: HTMLElement): string {
  const copy = heading.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  const hidden = copy.querySelectorAll('.page-line[data-known] + .page-line-address, .item-chip-state')
  for (const element of hidden) element.remove()
  for (const title of copy.querySelectorAll('.item-chip-title')) title.prepend(' ')
  return copy.textContent.replace(/\s+/g, ' ').trim()
}
