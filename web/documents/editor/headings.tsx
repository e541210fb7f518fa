import { Heading1, Heading2, Heading3, Heading4, Heading5, Heading6 } from 'lucide-react'

export const headingLevels = [1, 2, 3, 4, 5, 6] as const
export type HeadingLevel = (typeof headingLevels)[number]

export const headingIcons = {
  1: <Heading1 />,
  2: <Heading2 />,
  3: <Heading3 />,
  4: <Heading4 />,
  5: <Heading5 />,
  6: <Heading6 />,
}
