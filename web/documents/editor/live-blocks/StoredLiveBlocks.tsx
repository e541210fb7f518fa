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
  return <LiveBlocks portals={portals} renderContents={() => <StoredContents text={text} html={html} />} />
}

function StoredContents({ text, html }: Omit<StoredLiveBlocksProps, 'portals'>) {
  const [headings, setHeadings] = useState<readonly Heading[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML creates new elements
  useEffect(() => {
    setHeadings(
      headingElements(text.current).map((element, position) => ({
        position,
        level: Number(element.localName.slice(1)),
        text: element.textContent.trim(),
      })),
    )
  }, [text, html])
  return (
    <div className="border-line border-s-2">
      <HeadingList
        headings={headings}
        current={undefined}
        onSelect={(_, at) => {
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
